import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { findFunctionName } from '../function-path';
import { findContainerPath, getLastSegment, listParts, locateTask, type TaskPath } from '../task-path';
import type { GroupTask, Task } from '../tasks';
import { isSingleSlot, singleSlots } from '../tasks/part-slots';
import { type EditRefusal, refuseEdit } from './edit-refusal';
import { mapLayoutIds, removeFunctionTask, setDependencies } from './edits';
import { mapTaskAt } from './map-task-at';
import { listSegmentsInOrder, reorderParts } from './reorder-parts';

/** Arguments of {@link removePart}. */
export interface RemovePart {
  /** The path of a task within another, or of that of a function. For a case, it may hold no task yet. */
  readonly taskPath: TaskPath;
}

/**
 * Removes a task from its container: a step, a subtask with its wires, a case with its test, an input, or the part in a
 * slot for a single one, as is the task of a function. Other steps keep their ids.
 */
export function removePart(
  document: WorkflowDocument,
  { taskPath }: RemovePart,
): Result<WorkflowDocument, EditRefusal> {
  const container = findContainerPath(taskPath);
  const task = container === undefined ? undefined : locateTask(document, container)?.task;
  const segment = getLastSegment(taskPath);
  const name = findFunctionName(segment);
  if (container === undefined && name !== undefined && locateTask(document, segment) !== undefined)
    return ok(mapLayoutIds(removeFunctionTask(document, name), (id) => (id === segment ? undefined : id)));
  if (container === undefined || task === undefined) return refuseMissing(taskPath);
  const segments = listSegmentsInOrder(task);
  if (segments.includes(segment)) {
    const others = segments.flatMap((one, index) => (one === segment ? [] : index));
    return ok(reorderParts(document, container, others));
  }
  if (!listParts(task).some((part) => part.position.segment === segment)) return refuseMissing(taskPath);
  const removed = mapTaskAt(document, container, (holding) => removePartOfTask(holding, segment)) ?? document;
  return ok(mapLayoutIds(removed, (id) => (id === segment ? undefined : id), container));
}

function refuseMissing(taskPath: TaskPath): Result<never, EditRefusal> {
  return refuseEdit(`There is no task within another at “${taskPath}”.`);
}

/** The task without the part of this segment. */
export function removePartOfTask(task: Task, segment: string): Task {
  if (task.type === 'group' && Object.hasOwn(task.subtasks ?? {}, segment)) return removeSubtask(task, segment);
  if (isSingleSlot(segment)) return removeField(task, singleSlots[segment]);
  if (segment === 'best_of') return setOrRemoveField(task, 'bestOf', removeField(task.bestOf ?? {}, 'evaluator'));
  return setOrRemoveField(task, 'inputs', removeField(task.inputs ?? {}, segment.slice('input:'.length)));
}

function removeSubtask(group: GroupTask, id: string): GroupTask {
  const others = Object.entries(group.subtasks ?? {}).filter(([other]) => other !== id);
  const unwired = others.map(([other, subtask]) => {
    const { dependsOn = [] } = subtask;
    const waits = dependsOn.some((one) => one === id);
    return [
      other,
      waits
        ? setDependencies(
            subtask,
            dependsOn.filter((one) => one !== id),
          )
        : subtask,
    ] as const;
  });
  return { ...group, subtasks: Object.fromEntries(unwired) };
}

function removeField<T extends object>(object: T, field: string): T {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== field)) as T;
}

/** The task with a field set, or without the field if the value is empty. */
function setOrRemoveField(task: Task, field: 'bestOf' | 'inputs', value: object): Task {
  return Object.keys(value).length === 0 ? removeField(task, field) : { ...task, [field]: value };
}
