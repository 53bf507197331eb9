import type { DocumentPath } from '../diagnostic';
import { taskOf } from '../document';
import { builtInProviders, parseModelName } from '../model-name';
import type { Agent } from '../tasks/common';
import { type Checking, didYouMean } from './checking';

/** Agents that do not exist, and tasks whose model or provider cannot be told. */
export function checkModels(checking: Checking): void {
  const { document, graph } = checking;
  const reported = new Set<string>();
  for (const id of graph.ids) {
    const task = taskOf(document, id);
    if (task === undefined) continue;
    const agent = agentOf(checking, task.agent, ['tasks', id, 'agent']);
    if (agent === 'unknown' || task.type !== 'atomic') continue;
    const source = firstModel([
      [task.model, ['tasks', id, 'model']],
      [agent?.agent.model, [...(agent?.path ?? []), 'model']],
      [document.defaultModel, ['default_model']],
    ]);
    if (source === undefined) {
      const advice = 'Set one here, in its agent, or a default model in the settings of the workflow.';
      checking.report('HED308', ['tasks', id], `No model is given for “${id}”. ${advice}`);
      continue;
    }
    const [model, path] = source;
    const place = path.join('/');
    if (parseModelName(model, document.defaultModel, checking.known).provider !== undefined || reported.has(place))
      continue;
    reported.add(place);
    const providers = [...builtInProviders, ...checking.known].join(', ');
    const advice = `Write one in front, such as openai:${model}; known are ${providers}.`;
    checking.report('HED309', path, `“${model}” names no known provider. ${advice}`);
  }
}

function firstModel(sources: readonly (readonly [string | undefined, DocumentPath])[]) {
  for (const [model, path] of sources) if (model !== undefined) return [model, path] as const;
  return undefined;
}

/** The agent of a task and where it is written. */
function agentOf(
  checking: Checking,
  agent: string | Agent | undefined,
  path: DocumentPath,
): { readonly agent: Agent; readonly path: DocumentPath } | 'unknown' | undefined {
  if (agent === undefined) return undefined;
  if (typeof agent !== 'string') return { agent, path };
  const { agents = {} } = checking.document;
  const named = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  if (named !== undefined) return { agent: named, path: ['agents', agent] };
  const guess = checking.guess(agent, Object.keys(agents));
  const fix = guess && ({ kind: 'replace', title: `Change to ${guess}`, path, text: guess } as const);
  checking.report('HED306', path, `No agent “${agent}”.${didYouMean(guess)}`, fix || undefined);
  return 'unknown';
}
