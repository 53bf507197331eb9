import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { ItemsField } from './fields/items-field';
import { Section } from './fields/section';
import { ValueField } from './fields/value-field';
import type { InspectorProps } from './inspector-props';
import { PartField } from './parts/part-field';

/** Inspector of a reduce, which folds items into one value. */
export function ReduceInspector({ id, task }: InspectorProps<'reduce'>) {
  return (
    <>
      <Section>
        <ItemsField />
        <ValueField path={['initialValue']} label="Initial value" kinds={['text', 'json']} unset="Nothing" />
        <PartField
          path={['innerTask']}
          slot="inner_task"
          label="For each item, first"
          unset="The items are joined as they are."
        />
        <PartField path={['reductionTask']} slot="reduction_task" label="Joins each item with the result" />
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
