import { defaultMaxConcurrency } from '@/plan/limits';
import { useDocument } from '@/state/context';
import { FailureSection } from '../failure-section';
import { ChoiceField } from '../fields/choice-field';
import { ModelField } from '../fields/model-field';
import { NamedValues } from '../fields/named-values';
import { Fold, Rows, Section, Two } from '../fields/section';
import { AreaField, NumberField, TextField } from '../fields/text-field';
import { KeptFold } from '../kept-fold';
import { LimitsSection } from '../limits-section';
import { contextModes } from '../order-fold';
import { AgentsEditor } from './agents-editor';

/** The workflow's own settings: what is shown while no task is selected. */
export function WorkflowSettings() {
  const variables = useDocument(({ document }) => document.variables);
  const maxConcurrency = useDocument(({ document }) => document.maxConcurrency) ?? defaultMaxConcurrency;
  const count = Object.keys(variables ?? {}).length;
  return (
    <>
      <Section>
        <Two>
          <TextField path={['name']} label="Name" placeholder="Untitled" />
          <TextField path={['version']} label="Version" placeholder="None" />
        </Two>
        <AreaField path={['description']} label="Description" rows={2} />
        <ModelField path={['defaultModel']} label="Model of tasks without one" placeholder="None, as provider:name" />
      </Section>
      <Section title="Variables">
        <NamedValues
          path={['variables']}
          label={count === 0 ? 'Values that every task sees' : `${count} that every task sees`}
          noun="variable"
          kinds={['text', 'json']}
        />
      </Section>
      <Section title="Agents">
        <AgentsEditor />
      </Section>
      <FailureSection />
      <LimitsSection prompted />
      <Fold title="Order and context" state={`${maxConcurrency} calls at once`}>
        <Rows>
          <NumberField
            path={['maxConcurrency']}
            label="Calls at once"
            whole
            min={1}
            max={64}
            placeholder={String(defaultMaxConcurrency)}
          />
          <ChoiceField path={['context', 'mode']} label="Context" options={contextModes} unset="Default: outputs" />
        </Rows>
      </Fold>
      <KeptFold />
    </>
  );
}
