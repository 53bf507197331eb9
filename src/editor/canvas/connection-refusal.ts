import { connectTasks } from '@/workflow/commands/connect-tasks';
import { inGroup } from '@/workflow/commands/in-group';
import { reconnectTasks } from '@/workflow/commands/reconnect-tasks';
import type { WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import { holderOf, type Place, segmentOf } from '@/workflow/place';

/** Why these tasks cannot be connected; undefined if they can. `instead` is the edge that the new one would replace. */
export function connectionRefusal(
  document: WorkflowDocument,
  from: Place,
  to: Place,
  instead?: { readonly from: Place; readonly to: Place },
): string | undefined {
  const holder = holderOf(to);
  if (holderOf(from) !== holder) return 'Only tasks that stand beside one another can wait for each other.';
  const id = (place: Place) => segmentOf(place) as TaskId;
  const wire = { from: id(from), to: id(to) };
  const refused = inGroup(document, holder, (tasks) =>
    instead
      ? reconnectTasks(tasks, { from: id(instead.from), to: id(instead.to), newFrom: wire.from, newTo: wire.to })
      : connectTasks(tasks, wire),
  );
  return refused.ok ? undefined : refused.error.message;
}
