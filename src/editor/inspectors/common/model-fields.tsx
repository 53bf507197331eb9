import { useDocument } from '@/state/context';
import type { Task } from '@/workflow/tasks';
import { CacheField } from '../fields/cache-field';
import { EffortField } from '../fields/effort-field';
import { FallbackFields } from '../fields/fallback-fields';
import { ModelField } from '../fields/model-field';
import { ReuseField } from '../fields/reuse-field';
import { Rows, Two } from '../fields/section';
import { JsonField } from '../fields/text-field';
import { AgentField } from './agent-field';
import { ToolNames } from './tools-fields';

/** Which model answers, as which agent of the workflow or one defined here, and the tools that it may call. */
export function AgentAndModel({ agent }: { readonly agent: Task['agent'] }) {
  const { agents, defaultModel } = useDocument((state) => state.document);
  const own = typeof agent === 'string' ? agents?.[agent] : agent;
  const isWritten = agent !== undefined && typeof agent !== 'string';
  return (
    <>
      <ModelField path={['model']} placeholder={own?.model ?? defaultModel ?? 'None is given'} />
      {isWritten && <JsonField object path={['agent']} label="Agent, written here, as JSON" />}
      {isWritten ? (
        <ToolNames path={['tools']} />
      ) : (
        <Two>
          <AgentField />
          <ToolNames path={['tools']} />
        </Two>
      )}
    </>
  );
}

/** What applies while a task does not say it: what its agent says, then the workflow. */
function useInherited({ agent }: Task) {
  const document = useDocument((state) => state.document);
  return { own: typeof agent === 'string' ? document.agents?.[agent] : agent, document };
}

/** How hard the model thinks before it answers. */
export function TaskEffort({ task }: { readonly task: Task }) {
  const { own } = useInherited(task);
  return (
    <Rows>
      <EffortField path={['reasoningEffort']} inherited={own?.reasoningEffort} />
    </Rows>
  );
}

/** Whether the provider caches the start of the prompt. */
export function TaskCache({ task }: { readonly task: Task }) {
  const { own, document } = useInherited(task);
  return (
    <Rows>
      <CacheField path={['cache']} inherited={own?.cache ?? document.cache} />
    </Rows>
  );
}

/** Which earlier runs may answer. */
export function TaskReuse({ task }: { readonly task: Task }) {
  const { own, document } = useInherited(task);
  return (
    <Rows>
      <ReuseField path={['reuse']} inherited={own?.reuse ?? document.reuse} />
    </Rows>
  );
}

/** The models that are tried when the task's own does not answer. */
export function TaskFallbacks({ task }: { readonly task: Task }) {
  const { own, document } = useInherited(task);
  return <FallbackFields inherited={[own, document]} />;
}
