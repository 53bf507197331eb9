import { useDocument } from '@/state/context';
import { InlineTools, ToolNames } from '../common/tools-fields';
import { CacheField } from '../fields/cache-field';
import { ChoiceField } from '../fields/choice-field';
import { EffortField } from '../fields/effort-field';
import { FallbackFields } from '../fields/fallback-fields';
import type { FieldPath } from '../fields/field-path';
import { ModelField } from '../fields/model-field';
import { OptionsFields } from '../fields/options-fields';
import { ReuseField } from '../fields/reuse-field';
import { Rows } from '../fields/section';
import { SystemField } from '../fields/system-field';
import { InheritField } from './inherit-field';

const tiers = [
  { value: 'worker', label: 'None' },
  { value: 'light', label: 'Tasks' },
  { value: 'orchestrator', label: 'Tasks and pipelines' },
];
const transfers = [
  { value: 'summary', label: 'A summary' },
  { value: 'full', label: 'All of it' },
];

/** The fields of one agent. */
export function AgentFields({ path }: { readonly path: FieldPath }) {
  const document = useDocument((state) => state.document);
  const { cache, defaultModel, variables, tools } = document;
  return (
    <>
      <ModelField path={[...path, 'model']} placeholder={defaultModel ?? 'None is given'} />
      <FallbackFields path={path} inherited={[document]} />
      <Rows>
        <EffortField path={[...path, 'reasoningEffort']} />
        <CacheField path={[...path, 'cache']} inherited={cache} />
        <ReuseField path={[...path, 'reuse']} inherited={document.reuse} />
      </Rows>
      <SystemField path={[...path, 'system']} label="System prompt" placeholder="None" />
      <OptionsFields path={[...path, 'options']} />
      <ToolNames path={[...path, 'tools']} />
      <InlineTools path={[...path, 'tools']} />
      <Rows>
        <ChoiceField path={[...path, 'tier']} label="May start subtasks" options={tiers} unset="Default: none" />
        <ChoiceField
          path={[...path, 'contextTransfer']}
          label="History it is sent"
          hint="Messages of the tasks before"
          options={transfers}
          unset="Nothing"
        />
      </Rows>
      <InheritField path={[...path, 'inheritVariables']} label="Sees variables" names={Object.keys(variables ?? {})} />
      <InheritField path={[...path, 'inheritTools']} label="Sees tools" names={Object.keys(tools ?? {})} />
    </>
  );
}
