import { CommonFields } from './common/common-fields';
import { AgentAndModel } from './common/model-fields';
import { TaskBasics } from './common/task-basics';
import { Section } from './fields/section';
import { TemplateField } from './fields/template-field';
import { ValueField } from './fields/value-field';
import type { InspectorProps } from './inspector-props';

/** Inspector of a decomposition. */
export function ReparseInspector({ id, task }: InspectorProps<'reparse'>) {
  return (
    <>
      <Section>
        <TemplateField
          path={['failedTask', 'originalPrompt']}
          label="Original prompt"
          placeholder="The prompt that was too much"
        />
        <ValueField path={['failedTask', 'error']} label="Error" kinds={['text', 'json']} unset="Not said" />
        <AgentAndModel agent={task.agent} />
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
