import { defaultMaxConcurrency } from '@/plan/limits';
import { useDocument } from '@/state/context';
import type { DocumentSettings } from '@/workflow/document';
import { ExtensionsFold } from '../common/extensions-fold';
import { FailureSection } from '../common/failure-section';
import { LimitsSection } from '../common/limits-section';
import { CacheField } from '../fields/cache-field';
import { FallbackFields } from '../fields/fallback-fields';
import { ModelField } from '../fields/model-field';
import { NamedValues } from '../fields/named-values';
import { ReuseField } from '../fields/reuse-field';
import { Fold, Rows, Section, Two } from '../fields/section';
import { AreaField, TextField } from '../fields/text-field';
import { AgentsEditor } from './agents-editor';
import { CompactionFields } from './compaction-fields';
import { HooksFields } from './hooks-fields';
import { InputsEditor } from './inputs-editor';
import { KeepingFields } from './keeping-fields';
import { LibraryEditor } from './library-editor';
import { OrderFields } from './order-fields';
import { ToolsEditor } from './tools-editor';

/** The workflow's own settings. They are shown while no task is selected. */
export function WorkflowSettings() {
  const document = useDocument((state) => state.document);
  const { variables, memory, compaction, hooks, maxConcurrency = defaultMaxConcurrency } = document;
  const count = Object.keys(variables ?? {}).length;
  const files = Object.keys(memory?.index ?? {}).length;
  return (
    <>
      <Section>
        <Two>
          <TextField path={['name']} label="Name" placeholder="Untitled" />
          <TextField path={['version']} label="Version" placeholder="None" />
        </Two>
        <AreaField path={['description']} label="Description" rows={2} />
        <ModelField path={['defaultModel']} label="Default model" placeholder="None, as provider:name" />
        <FallbackFields />
        <Rows>
          <CacheField path={['cache']} />
          <ReuseField path={['reuse']} />
        </Rows>
      </Section>
      <Section title="Inputs">
        <InputsEditor />
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
      <Section title="Tools">
        <ToolsEditor />
      </Section>
      <Section title="Library">
        <LibraryEditor />
      </Section>
      <FailureSection />
      <LimitsSection first={['timeoutMs', 'maxOutputTokens', 'maxTotalTokens', 'maxTotalCostUsd']} />
      <Fold title="Order and context" state={`${maxConcurrency} calls at once`}>
        <OrderFields />
      </Fold>
      <Fold title="Files of the memory" state={files === 0 ? 'none' : files}>
        <NamedValues
          path={['memory', 'index']}
          label="Absolute path, and what the file is"
          noun="file"
          stem="/file"
          kinds={['text']}
        />
      </Fold>
      <Fold title="Long histories" state={formatHistoryState(compaction)}>
        <CompactionFields compaction={compaction} />
      </Fold>
      <Fold title="Snapshots and old runs" state={document.checkpoint?.enabled === false ? 'no snapshots' : 'kept'}>
        <KeepingFields />
      </Fold>
      <Fold title="After tasks" state={hooks?.postTask?.length ?? 'nothing'}>
        <HooksFields hooks={hooks} />
      </Fold>
      <ExtensionsFold />
    </>
  );
}

/** How histories are compacted, in a word. */
function formatHistoryState(compaction: DocumentSettings['compaction']): string {
  return compaction === undefined || compaction.enabled === false ? 'whole' : (compaction.strategy ?? 'shortened');
}
