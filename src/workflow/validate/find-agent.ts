import type { DocumentPath } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import type { Task } from '../tasks';
import type { Agent } from '../tasks/common';

/** The agent of a task and its path; undefined if it has none, or names one that does not exist. */
export function findAgent(
  document: WorkflowDocument,
  { agent }: Task,
  path: DocumentPath,
): { readonly agent: Agent; readonly path: DocumentPath } | undefined {
  if (agent === undefined) return undefined;
  if (typeof agent !== 'string') return { agent, path: [...path, 'agent'] };
  const { agents = {} } = document;
  const named = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  return named && { agent: named, path: ['agents', agent] };
}
