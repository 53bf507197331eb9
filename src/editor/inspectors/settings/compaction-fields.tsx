import { Button } from '@/ui/form/button';
import { Switch } from '@/ui/form/switch';
import type { DocumentSettings } from '@/workflow/document';
import { ChoiceField } from '../fields/choice-field';
import { ChoicesField } from '../fields/choices-field';
import { EffortField } from '../fields/effort-field';
import fields from '../fields/fields.module.css';
import { ModelField } from '../fields/model-field';
import { OptionsFields } from '../fields/options-fields';
import { Rows } from '../fields/section';
import { SystemField } from '../fields/system-field';
import { JsonField, NumberField } from '../fields/text-field';
import { useField } from '../fields/use-field';

const triggers = [
  { value: 'on_threshold', label: 'When it is long' },
  { value: 'batch', label: 'After several tasks' },
  { value: 'manual', label: 'By hand' },
];
const strategies = [
  { value: 'aggressive', label: 'A line for each task' },
  { value: 'comprehensive', label: 'Every message, shortened' },
];
const preserved = [
  { value: 'outputs', label: 'Outputs' },
  { value: 'decisions', label: 'Decisions' },
  { value: 'errors', label: 'Errors' },
];

/** How long histories are shortened. */
export function CompactionFields({ compaction }: { readonly compaction: DocumentSettings['compaction'] }) {
  // Always written explicitly: without the block nothing is compacted, and within it everything is that does not opt
  // out.
  const enabled = useField(['compaction', 'enabled']);
  const agent = useField(['compaction', 'agent']);
  const setAgent = (value: object | undefined): void => {
    agent.begin();
    void agent.set(value);
  };
  return (
    <>
      <p className={fields.help}>
        What agents are sent of earlier tasks (their “History it is sent”), and long conversations.
      </p>
      <Switch
        label="Shorten long histories"
        name={enabled.name}
        checked={compaction !== undefined && compaction.enabled !== false}
        onChange={(on) => {
          enabled.begin();
          void enabled.set(on);
        }}
      />
      <Rows>
        <ChoiceField path={['compaction', 'trigger']} label="When" options={triggers} unset="After each task" />
        <NumberField
          path={['compaction', 'threshold']}
          label="Long from"
          whole
          min={0}
          placeholder="50000"
          hint="Characters, for “When it is long”"
        />
        <NumberField
          path={['compaction', 'batchSize']}
          label="Tasks"
          whole
          min={1}
          placeholder="3"
          hint="For “After several tasks”"
        />
        <ChoiceField
          path={['compaction', 'strategy']}
          label="Leaves"
          options={strategies}
          unset="Outputs, decisions, errors"
        />
      </Rows>
      <ChoicesField
        path={['compaction', 'preserve']}
        label="Never shortened away"
        options={preserved}
        byDefault={compaction?.strategy === 'aggressive' ? [] : preserved.map(({ value }) => value)}
      />
      {compaction?.agent === undefined ? (
        <div>
          <Button size="s" onClick={() => setAgent({})}>
            Let a model write the summary
          </Button>
        </div>
      ) : (
        <>
          <ModelField
            path={['compaction', 'agent', 'model']}
            label="Model of the summary"
            placeholder="The default model"
          />
          <Rows>
            <EffortField path={['compaction', 'agent', 'reasoningEffort']} />
          </Rows>
          <SystemField
            path={['compaction', 'agent', 'system']}
            label="System prompt of the summary"
            placeholder="None"
          />
          <OptionsFields path={['compaction', 'agent', 'options']} />
          <JsonField object path={['compaction', 'agent', 'outputSchema']} label="Schema of the summary" rows={1} />
          <div>
            <Button size="s" onClick={() => setAgent(undefined)}>
              Write it without a model
            </Button>
          </div>
        </>
      )}
    </>
  );
}
