import { useMemo } from 'react';
import { useDocument } from '@/state/context';
import { listTaskIds } from '@/workflow/document';
import { ChoiceField, SwitchField } from '../fields/choice-field';
import fields from '../fields/fields.module.css';
import { NamesField } from '../fields/names-field';
import { Rows } from '../fields/section';
import { useSubject } from '../fields/subject';
import { NumberField } from '../fields/text-field';
import { listNamesInScope } from '../references/names-in-scope';

const modes = [
  { value: 'automatic', label: 'By their relevance' },
  { value: 'manual', label: 'Only those named here' },
  { value: 'none', label: 'None' },
];

/** Which earlier outputs are selected as context, for a task or for the workflow. */
export function ContextFields({ unset }: { readonly unset: string }) {
  const { taskPath } = useSubject();
  const document = useDocument((state) => state.document);
  const tasks = useMemo(
    () =>
      taskPath === undefined
        ? listTaskIds(document)
        : listNamesInScope(document, taskPath).flatMap(({ name, kind }) => (kind === 'task' ? name : [])),
    [document, taskPath],
  );
  return (
    <>
      <p className={fields.help}>Which earlier outputs a call is given, besides those that its texts name.</p>
      <Rows>
        <ChoiceField path={['context', 'mode']} label="Context" options={modes} unset={unset} />
        <NumberField
          path={['context', 'minRelevance']}
          label="Minimum relevance"
          min={0}
          max={1}
          placeholder="0.4"
          hint="1 direct dependency, 0.8 / depth further back, 0.5 same agent, 0.3 of the last 5 min"
        />
        <NumberField path={['context', 'maxBytes']} label="Maximum bytes" whole min={0} placeholder="As the limit" />
        <NumberField path={['context', 'maxTasks']} label="Maximum outputs" whole min={0} placeholder="As the limit" />
        <NumberField
          path={['context', 'timeWindowSecs']}
          label="Of the last, seconds"
          whole
          min={0}
          placeholder="Any time"
        />
      </Rows>
      <SwitchField path={['context', 'repeatNamed']} label="Again what the texts name" byDefault={false} />
      <NamesField path={['context', 'includeTasks']} label="Always in" placeholder="None" candidates={tasks} />
      <NamesField path={['context', 'excludeTasks']} label="Never in" placeholder="None" candidates={tasks} />
    </>
  );
}
