import { useDocument } from '@/state/context';
import { DataFolds } from './data-folds';
import { FailureSection } from './failure-section';
import { ChoiceField } from './fields/choice-field';
import { ModelField } from './fields/model-field';
import { OptionsFields } from './fields/options-fields';
import { Fold, Section, Two } from './fields/section';
import { SystemField } from './fields/system-field';
import { TemplateField } from './fields/template-field';
import { JsonField, TextField } from './fields/text-field';
import type { InspectorProps } from './inspector-props';
import { KeptFold } from './kept-fold';
import { LimitsSection } from './limits-section';
import { OrderFold } from './order-fold';
import { ResultSection } from './result-section';
import { RunsAfter } from './runs-after';
import { TaskIdentity } from './task-identity';

/** Inspector of one conversation with a model. */
export function AtomicInspector({ id, task }: InspectorProps<'atomic'>) {
  return (
    <>
      <Section>
        <TemplateField path={['description']} label="Prompt" placeholder="What the model is to do. {{ names a value." />
        <AgentAndModel agent={task.agent} />
        <RunsAfter id={id} />
        <TextField path={['condition']} label="Only if" mono placeholder="Always" />
        <TaskIdentity id={id} />
      </Section>
      <ResultSection prompted />
      <LimitsSection prompted />
      <FailureSection />
      <Fold title="Instructions" state={task.system === undefined ? 'none' : 'set'}>
        <SystemField path={['system']} label="System text of this task" placeholder="None" />
      </Fold>
      <Fold title="Model options" state={Object.keys(task.options ?? {}).join(', ') || 'none'}>
        <OptionsFields path={['options']} />
      </Fold>
      <DataFolds task={task} />
      <OrderFold task={task} prompted />
      <KeptFold />
    </>
  );
}

function AgentAndModel({ agent }: { readonly agent: InspectorProps<'atomic'>['task']['agent'] }) {
  const agents = useDocument(({ document }) => document.agents);
  const defaultModel = useDocument(({ document }) => document.defaultModel);
  const own = typeof agent === 'string' ? agents?.[agent] : agent;
  const placeholder = own?.model ?? defaultModel ?? 'None is given';
  const model = <ModelField path={['model']} placeholder={placeholder} />;
  if (agent !== undefined && typeof agent !== 'string') {
    return (
      <>
        <JsonField object path={['agent']} label="Agent, written here, as JSON" />
        {model}
      </>
    );
  }
  return (
    <Two>
      <ChoiceField
        path={['agent']}
        label="Agent"
        options={Object.keys(agents ?? {}).map((name) => ({ value: name, label: name }))}
        unset="None"
      />
      {model}
    </Two>
  );
}
