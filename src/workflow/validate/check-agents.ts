import { mapAgent } from '../expressions/task-texts';
import { findReference, type Scope } from '../graph/scope';
import type { TaskScope } from '../graph/task-scopes';
import type { Task } from '../tasks';
import { checkReference, explainNowhere } from './check-reference';
import { checkTemplate } from './check-texts';
import type { Checking } from './checking';

/**
 * The references in each named agent's templates that the agent itself does not define: they must exist for each task
 * that uses the agent.
 */
export type ReadByAgents = ReadonlyMap<string, readonly string[]>;

/** Checks the templates of named agents, as far as that is possible without a task. */
export function checkAgents(checking: Checking): ReadByAgents {
  const keepText = (text: string) => text;
  const readBy = new Map<string, readonly string[]>();
  for (const [name, agent] of Object.entries(checking.document.agents ?? {})) {
    const read = new Set<string>();
    const template = (text: string, scope: Scope, path: readonly (string | number)[]) => {
      for (const reference of checkTemplate(checking, text, path, scope)) {
        if (findReference(scope, reference) !== undefined) continue;
        if (reference.startsWith('secrets.')) {
          checking.report('HED305', path, explainNowhere(checking, reference, scope).message);
        } else read.add(reference);
      }
      return text;
    };
    mapAgent(agent, {}, { template, expression: keepText, reference: keepText }, ['agents', name]);
    readBy.set(name, [...read]);
  }
  return readBy;
}

/** Checks that the references of a task's agent exist for the task. */
export function checkReadByAgent(checking: Checking, task: Task, place: TaskScope, readBy: ReadByAgents): void {
  if (typeof task.agent !== 'string') return;
  const path = [...place.path, 'agent'];
  for (const reference of readBy.get(task.agent) ?? []) {
    checkReference(checking, place, reference, place.within, path);
  }
}
