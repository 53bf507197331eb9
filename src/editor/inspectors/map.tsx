import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { ChoiceField } from './fields/choice-field';
import { ItemsField } from './fields/items-field';
import { Rows, Section } from './fields/section';
import { NumberField } from './fields/text-field';
import type { InspectorProps } from './inspector-props';
import { PartField } from './parts/part-field';

/** Inspector of a task for each item. */
export function MapInspector({ id, task }: InspectorProps<'map'>) {
  return (
    <>
      <Section>
        <ItemsField />
        <PartField path={['innerTask']} slot="inner_task" label="For each item" />
        <Rows>
          <NumberField path={['maxConcurrency']} label="At once" whole min={1} placeholder="As the workflow" />
          <ChoiceField
            path={['onItemError']}
            label="If one fails"
            options={[{ value: 'skip', label: 'Continue without it' }]}
            unset="Fail, and cancel the rest"
          />
        </Rows>
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
