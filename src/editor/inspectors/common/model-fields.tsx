import { useDocument } from '@/state/context';
import type { Task } from '@/workflow/tasks';
import { CacheField } from '../fields/cache-field';
import { EffortField } from '../fields/effort-field';
import { FallbackFields } from '../fields/fallback-fields';
import { ModelField } from '../fields/model-field';
import { OptionsFields } from '../fields/options-fields';
import { Fold, Rows, Two } from '../fields/section';
import { SystemField } from '../fields/system-field';
import { TemplateField } from '../fields/template-field';
import { JsonField } from '../fields/text-field';
import { AgentField } from './agent-field';

/** Which model answers: an agent of the workflow or one defined here, the model, and its reasoning effort. */
export function AgentAndModel({ agent }: { readonly agent: Task['agent'] }) {
  const document = useDocument((state) => state.document);
  const { agents, defaultModel, cache } = document;
  const own = typeof agent === 'string' ? agents?.[agent] : agent;
  const model = <ModelField path={['model']} placeholder={own?.model ?? defaultModel ?? 'None is given'} />;
  const effort = (
    <Rows>
      <EffortField path={['reasoningEffort']} inherited={own?.reasoningEffort} />
      <CacheField path={['cache']} inherited={own?.cache ?? cache} />
    </Rows>
  );
  const fallbacks = <FallbackFields inherited={[own, document]} />;
  if (agent !== undefined && typeof agent !== 'string') {
    return (
      <>
        <JsonField object path={['agent']} label="Agent, written here, as JSON" />
        {model}
        {fallbacks}
        {effort}
      </>
    );
  }
  return (
    <>
      <Two>
        <AgentField />
        {model}
      </Two>
      {fallbacks}
      {effort}
    </>
  );
}

/** What a model is given besides the prompt, and the options of its call. */
export function InstructionFolds({ task }: { readonly task: Task }) {
  return (
    <>
      <Fold title="Instructions" state={task.system === undefined ? 'none' : 'set'}>
        <SystemField path={['system']} label="System text of this task" placeholder="None" />
      </Fold>
      <Fold title="Model options" state={formatOptionNames(task)}>
        <OptionsFields path={['options']} />
      </Fold>
    </>
  );
}

/** The same, with agent and model, for a type that calls no model itself. */
export function ModelFold({ task }: { readonly task: Task }) {
  const { agent, model, fallbackModels, fallbackOnRefusal, cache, reasoningEffort, system, options } = task;
  const fields = [agent, model, fallbackModels, fallbackOnRefusal, cache, reasoningEffort, system, options];
  const set = [...fields, task.expectedOutput].filter((value) => value !== undefined).length;
  return (
    <Fold title="Agent and model" state={set === 0 ? 'none' : set}>
      <AgentAndModel agent={agent} />
      <SystemField path={['system']} label="System text of this task" placeholder="None" />
      <TemplateField path={['expectedOutput']} label="Expected output" placeholder="Nothing" rows={1} />
      <OptionsFields path={['options']} />
    </Fold>
  );
}

function formatOptionNames({ options }: Task): string {
  return Object.keys(options ?? {}).join(', ') || 'none';
}
