import { ok, type Result } from '@/base/result';
import { findTopTask, type WorkflowDocument } from '../../document';
import { type EditRefusal, quoteTask, refuseEdit } from '../edit-refusal';
import { replaceTasks, setDependencies } from '../edits';
import type { TaskEdge } from './connect-tasks';

/** Removes a wire. */
export function disconnectTasks(document: WorkflowDocument, wire: TaskEdge): Result<WorkflowDocument, EditRefusal> {
  const without = removeWire(document, wire);
  return without.ok ? ok(without.value) : without;
}

/** The document without a wire, or the refusal if there is no such wire. */
export function removeWire(document: WorkflowDocument, { from, to }: TaskEdge): Result<WorkflowDocument, EditRefusal> {
  const target = findTopTask(document, to);
  if (!target?.dependsOn?.includes(from)) {
    return refuseEdit(`${quoteTask(document, to)} does not wait for ${quoteTask(document, from)}.`);
  }
  const remaining = target.dependsOn.filter((dependency) => dependency !== from);
  return ok(replaceTasks(document, [[to, setDependencies(target, remaining)]]));
}
