import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { AskFormFields } from './fields/ask-form-fields';
import { ChoiceField } from './fields/choice-field';
import { Rows, Section } from './fields/section';
import { AreaField, NumberField } from './fields/text-field';
import type { InspectorProps } from './inspector-props';

const onDeadline = [
  { value: 'default', label: 'Answer with the defaults' },
  { value: 'skip', label: 'Skip the task' },
];

/** Inspector of a task that asks a person. */
export function AskInspector({ id, task }: InspectorProps<'ask'>) {
  return (
    <>
      <Section>
        <AreaField path={['message']} label="Message" rows={2} placeholder="What the person reads above the form" />
        <AskFormFields path={['form']} form={task.form} />
        <Rows>
          <NumberField path={['deadlineMs']} label="Deadline, ms" whole min={0} placeholder="As long as it takes" />
          <ChoiceField path={['onDeadline']} label="After it" options={onDeadline} unset="The task fails" />
        </Rows>
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
