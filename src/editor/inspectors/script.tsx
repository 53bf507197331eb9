import { DataFolds } from './data-folds';
import { FailureSection } from './failure-section';
import { ChoiceField } from './fields/choice-field';
import { NamedValues } from './fields/named-values';
import { Fold, Rows, Section } from './fields/section';
import { TemplateField } from './fields/template-field';
import { AreaField, NumberField, TextField } from './fields/text-field';
import type { InspectorProps } from './inspector-props';
import { KeptFold } from './kept-fold';
import { LimitsSection } from './limits-section';
import { OrderFold } from './order-fold';
import { ResultSection } from './result-section';
import { RunsAfter } from './runs-after';
import { TaskIdentity } from './task-identity';

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
          rows={5}
          placeholder="Without a script the inputs are passed through"
        />
        <Rows>
          <ChoiceField path={['script', 'language']} label="Language" options={languages} unset="Bash" />
        </Rows>
        <RunsAfter id={id} />
        <TextField path={['condition']} label="Only if" mono placeholder="Always" />
        <TaskIdentity id={id} />
        <TextField path={['description']} label="Description" />
      </Section>
      <Fold title="Command, input, environment" state={set === 0 ? 'none' : set}>
        <TextField path={['script', 'command']} label="One command line, in place of a script" mono />
        <TemplateField path={['script', 'stdin']} label="Standard input" rows={1} placeholder="The inputs, as JSON" />
        <NamedValues path={['script', 'env']} label="Environment variables" noun="variable" kinds={['text']} />
        <NumberField path={['script', 'timeoutMs']} label="Time-out of the script, ms" whole min={1} />
      </Fold>
      <ResultSection prompted={false} />
      <LimitsSection prompted={false} />
      <FailureSection />
      <DataFolds task={task} />
      <OrderFold task={task} prompted={false} />
      <KeptFold />
    </>
  );
}
