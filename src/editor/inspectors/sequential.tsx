import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { Section } from './fields/section';
import type { InspectorProps } from './inspector-props';
import { PartList } from './parts/part-list';

/** Inspector of steps that run in order. */
export function SequentialInspector({ id, task }: InspectorProps<'sequential'>) {
  return (
    <>
      <Section>
        <PartList path={['steps']} slot="step" label="Steps" empty="No steps: it does nothing." />
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
