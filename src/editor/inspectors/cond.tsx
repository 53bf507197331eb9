import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { Section } from './fields/section';
import type { InspectorProps } from './inspector-props';
import { CaseList } from './parts/case-list';
import { PartField } from './parts/part-field';

/** Inspector of a condition. */
export function CondInspector({ id, task }: InspectorProps<'cond'>) {
  return (
    <>
      <Section>
        <CaseList cases={task.cases} />
        <PartField path={['else']} slot="else" label="Else" unset="If no case is true, it is skipped." />
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
