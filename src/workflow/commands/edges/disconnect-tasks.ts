import { ok, type Result } from '@/base/result';
import { taskOf, type WorkflowDocument } from '../../document';
import { type EditRefusal, quoted, refuse } from '../edit-refusal';
import { withDependencies, withTasks } from '../edits';
import type { TaskEdge } from './connect-tasks';

/** Removes a wire. */
export function disconnectTasks(document: WorkflowDocument, wire: TaskEdge): Result<WorkflowDocument, EditRefusal> {
  const without = withoutWire(document, wire);
  return without.ok ? ok(without.value) : without;
}

/** The document without a wire, or the refusal if there is no such wire. */
export function withoutWire(document: WorkflowDocument, { from, to }: TaskEdge): Result<WorkflowDocument, EditRefusal> {
  const target = taskOf(document, to);
  if (!target?.dependsOn?.includes(from)) {
    return refuse(`${quoted(document, to)} does not wait for ${quoted(document, from)}.`);
  }
  const remaining = target.dependsOn.filter((dependency) => dependency !== from);
  return ok(withTasks(document, [[to, withDependencies(target, remaining)]]));
}
