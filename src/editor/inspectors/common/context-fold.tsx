import { useMemo } from 'react';
import { useDocument } from '@/state/context';
import { taskIds } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import { ChoiceField, SwitchField } from '../fields/choice-field';
import { NamesField } from '../fields/names-field';
import { Fold, Rows } from '../fields/section';
import { useSubject } from '../fields/subject';
import { NumberField } from '../fields/text-field';
import { namesInScope } from '../references/names-in-scope';

const modes = [
  { value: 'automatic', label: 'By their relevance' },
  { value: 'manual', label: 'Only those named here' },
  { value: 'none', label: 'None' },
];

/** Which earlier outputs a task is told, beside what its texts read. */
export function ContextFold({ task }: { readonly task: Task }) {
  const { injectContext, context, clearMemory, rebuildMemory } = task;
  const isOff = injectContext === false || context?.mode === 'none' || clearMemory;
  const isSet = context !== undefined || rebuildMemory !== undefined;
  return (
    <Fold title="Context" state={isOff ? 'none' : isSet ? 'set' : 'as the workflow'}>
      <SwitchField path={['injectContext']} label="Sees earlier outputs" byDefault />
      <ContextFields unset="As the workflow" />
      <SwitchField path={['clearMemory']} label="Starts with no context at all" byDefault={false} />
      <SwitchField path={['rebuildMemory']} label="Matches files anew" byDefault={false} />
    </Fold>
  );
}

/** The choice of earlier outputs, of a task or of the workflow. */
export function ContextFields({ unset }: { readonly unset: string }) {
  const { place } = useSubject();
  const document = useDocument((state) => state.document);
  const tasks = useMemo(
    () =>
      place === undefined
        ? taskIds(document)
        : namesInScope(document, place).flatMap(({ name, kind }) => (kind === 'task' ? name : [])),
    [document, place],
  );
  return (
    <>
      <Rows>
        <ChoiceField path={['context', 'mode']} label="Context" options={modes} unset={unset} />
        <NumberField path={['context', 'minRelevance']} label="Least relevance" min={0} max={1} placeholder="0.4" />
        <NumberField path={['context', 'maxBytes']} label="Most bytes" whole min={0} placeholder="As the limit" />
        <NumberField path={['context', 'maxTasks']} label="Most outputs" whole min={0} placeholder="As the limit" />
        <NumberField path={['context', 'timeWindowSecs']} label="Of the last, s" whole min={0} placeholder="Any time" />
      </Rows>
      <NamesField path={['context', 'includeTasks']} label="Always in" placeholder="None" candidates={tasks} />
      <NamesField path={['context', 'excludeTasks']} label="Never in" placeholder="None" candidates={tasks} />
    </>
  );
}
