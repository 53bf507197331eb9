import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { ChoiceField } from './fields/choice-field';
import { Rows, Section } from './fields/section';
import { AreaField } from './fields/text-field';
import type { InspectorProps } from './inspector-props';

const languages = [{ value: 'javascript', label: 'JavaScript' }];

/** Inspector of a script. */
export function ScriptInspector({ id, task }: InspectorProps<'script'>) {
  return (
    <>
      <Section>
        <AreaField
          path={['script', 'content']}
          label="Script"
          mono
          rows={10}
          language={task.script?.language ?? 'bash'}
          placeholder="Without a script the inputs are passed through"
        />
        <Rows>
          <ChoiceField path={['script', 'language']} label="Language" options={languages} unset="Bash" />
        </Rows>
        <TaskBasics id={id} />
      </Section>
      <CommonFields id={id} task={task} />
    </>
  );
}
