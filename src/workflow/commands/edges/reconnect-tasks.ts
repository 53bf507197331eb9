import { ok, type Result } from '@/base/result';
import { findTopTask, type WorkflowDocument } from '../../document';
import type { TaskId } from '../../names';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { replaceTasks, setDependencies } from '../edits';
import { refuseWire, type TaskEdge } from './connect-tasks';
import { removeWire } from './disconnect-tasks';

/** Arguments of {@link reconnectTasks}: a wire, and where its ends go. */
export interface ReconnectTasks extends TaskEdge {
  readonly newFrom: TaskId;
  readonly newTo: TaskId;
}

/**
 * Moves one or both ends of a wire. A wire that still leads to the same task keeps its position in the list of
 * dependencies.
 */
export function reconnectTasks(
  document: WorkflowDocument,
  args: ReconnectTasks,
): Result<WorkflowDocument, EditRefusal> {
  const { from, to, newFrom, newTo } = args;
  const without = removeWire(document, { from, to });
  if (!without.ok) return without;
  if (from === newFrom && to === newTo) return ok(document);
  const refused = refuseWire(without.value, { from: newFrom, to: newTo });
  const target = findTopTask(without.value, newTo);
  if (refused !== undefined || target === undefined) return refused ?? refuseEdit(`No task “${newTo}”.`);
  const before = findTopTask(document, newTo)?.dependsOn ?? [];
  const dependsOn = to === newTo ? before.map((one) => (one === from ? newFrom : one)) : [...before, newFrom];
  return ok(replaceTasks(without.value, [[newTo, setDependencies(target, dependsOn)]]));
}
