import { CommonFields } from './common/common-fields';
import { TaskBasics } from './common/task-basics';
import { ChoiceField } from './fields/choice-field';
import { ScriptExtras } from './fields/script-extras';
import { Fold, Rows, Section } from './fields/section';
import { AreaField } from './fields/text-field';
import type { InspectorProps } from './inspector-props';

const languages = [{ value: 'javascript', label: 'JavaScript' }];

/** Inspector of a script. */
export function ScriptInspector({ id, task }: InspectorProps<'script'>) {
  const { env, stdin, command, timeoutMs } = task.script ?? {};
  const set = [env, stdin, command, timeoutMs].filter((value) => value !== undefined).length;
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
      <Fold title="Command, input, environment" state={set === 0 ? 'none' : set}>
        <ScriptExtras path={['script']} />
      </Fold>
      <CommonFields id={id} task={task} />
    </>
  );
}
