import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { ChoiceField } from './fields/choice-field';
import { Rows, Section } from './fields/section';
import type { InspectorProps } from './inspector-props';
import { PartList } from './parts/part-list';

/** Inspector of a group: a graph of tasks used as one task. */
export function GroupInspector({ id, task }: InspectorProps<'group'>) {
  return (
    <>
      <Section>
        <PartList path={['subtasks']} slot="subtask" label="Subtasks" empty="No subtasks: it does nothing." />
        <Rows>
          <ChoiceField
            path={['completionMode']}
            label="Done when"
            options={[{ value: 'any', label: 'The first completes' }]}
            unset="All have ended"
          />
        </Rows>
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
