import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { locateTask, type TaskPath } from '../task-path';
import type { Task, TaskType } from '../tasks';
import { blankTasks } from '../tasks/blank-tasks';
import type { PartSlot } from '../tasks/part-slots';
import { hasSlot } from '../tasks/traits';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { putTasks } from './places/arrange-tasks';
import type { TaskPlace } from './places/task-place';
import { listSegmentsInOrder } from './reorder-parts';

/** Arguments of {@link addPart}. */
export interface AddPart {
  readonly container: TaskPath;
  readonly slot: PartSlot;
  readonly type: TaskType;
}

/**
 * Adds a blank task within another. In a slot for a single part, it replaces the part there. Steps and subtasks get an
 * id.
 */
export function addPart(
  document: WorkflowDocument,
  { container, slot, type }: AddPart,
): Result<WorkflowDocument, EditRefusal> {
  const task = locateTask(document, container)?.task;
  if (task === undefined) return refuseEdit(`No task “${container}”.`);
  if (!hasSlot(task.type, slot)) return refuseEdit(`“${container}” holds no ${slot}.`);
  const place = placeFor(container, task, slot);
  return ok(putTasks(document, place, [{ task: blankTasks[type] }]).document);
}

function placeFor(container: TaskPath, task: Task, slot: PartSlot): TaskPlace {
  if (slot === 'subtask') return { kind: 'graph', container };
  const isListed = slot === 'step' || slot === 'case';
  return isListed
    ? { kind: 'list', container, index: listSegmentsInOrder(task).length }
    : { kind: 'slot', container, segment: slot };
}
