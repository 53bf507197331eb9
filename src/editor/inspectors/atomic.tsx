import { AttachmentsField } from './attachments/attachments-field';
import { CommonFields } from './common/common-fields';
import { AgentAndModel } from './common/model-fields';
import { TaskBasics } from './common/task-basics';
import { Section } from './fields/section';
import { TemplateField } from './fields/template-field';
import type { InspectorProps } from './inspector-props';

/** Inspector of one conversation with a model. */
export function AtomicInspector({ id, task }: InspectorProps<'atomic'>) {
  return (
    <>
      <Section>
        <TemplateField path={['description']} label="Prompt" placeholder="Write a prompt. {{ names a value." />
        <AttachmentsField attachments={task.attachments} />
        <AgentAndModel agent={task.agent} />
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
