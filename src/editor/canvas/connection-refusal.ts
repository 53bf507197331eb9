import { refuseWire } from '@/workflow/commands/connect-tasks';
import { reconnectTasks } from '@/workflow/commands/reconnect-tasks';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';

/** Why these tasks cannot be connected; undefined if they can. `instead` is the edge that the new one would replace. */
export function connectionRefusal(
  document: WorkflowDocument,
  from: string,
  to: string,
  instead?: { readonly from: string; readonly to: string },
): string | undefined {
  const wire = { from: from as TaskId, to: to as TaskId };
  const refused = instead
    ? reconnectTasks(document, {
        from: instead.from as TaskId,
        to: instead.to as TaskId,
        newFrom: wire.from,
        newTo: wire.to,
      })
    : refuseWire(document, wire);
  return refused && !refused.ok ? refused.error.message : undefined;
}
