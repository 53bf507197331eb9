import { ok, type Result } from '@/base/result';
import type { ModelChange } from '../change';
import { taskOf, type WorkflowDocument } from '../document';
import { changeBetween } from './change-between';
import type { Wire } from './connect-tasks';
import { withDependencies, withTasks } from './edits';
import { quoted, type Refusal, refuse } from './refusal';

/** Takes a wire away. */
export function disconnectTasks(document: WorkflowDocument, wire: Wire): Result<ModelChange, Refusal> {
  const without = withoutWire(document, wire);
  return without.ok ? ok(changeBetween(document, without.value)) : without;
}

/** The document without a wire, or the refusal if there is no such wire. */
export function withoutWire(document: WorkflowDocument, { from, to }: Wire): Result<WorkflowDocument, Refusal> {
  const target = taskOf(document, to);
  if (!target?.dependsOn?.includes(from)) {
    return refuse(`${quoted(document, to)} does not wait for ${quoted(document, from)}.`);
  }
  const remaining = target.dependsOn.filter((dependency) => dependency !== from);
  return ok(withTasks(document, [[to, withDependencies(target, remaining)]]));
}
