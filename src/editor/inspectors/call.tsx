import { useMemo } from 'react';
import { useDocument } from '@/state/context';
import { builtinDefinitions } from '@/workflow/builtin-names';
import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { ArgumentFields } from './fields/argument-fields';
import { ChoiceField } from './fields/choice-field';
import { Section } from './fields/section';
import type { InspectorProps } from './inspector-props';

/** Inspector of a call of a definition of the library. */
export function CallInspector({ id, task }: InspectorProps<'call'>) {
  const library = useDocument(({ document }) => document.library);
  const options = useMemo(
    () =>
      [...new Set([...Object.keys(library ?? {}), ...builtinDefinitions])].map((name) => ({
        value: name,
        label: name,
      })),
    [library],
  );
  return (
    <>
      <Section>
        <ChoiceField path={['ref']} label="Definition" options={options} unset="Choose one" />
        <ArgumentFields task={task} />
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
