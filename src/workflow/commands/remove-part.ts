import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import { functionOf } from '../function-path';
import { containerPath, locateTask, partsOf, segmentOf, type TaskPath } from '../task-path';
import type { GroupTask, Task } from '../tasks';
import { isSingleSlot, singleSlots } from '../tasks/part-slots';
import { type EditRefusal, refuse } from './edit-refusal';
import { mapLayoutIds, withDependencies, withoutFunctionTask } from './edits';
import { mapTaskAt } from './map-task-at';
import { reorderParts, segmentsInOrder } from './reorder-parts';

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
  const container = containerPath(taskPath);
  const task = container === undefined ? undefined : locateTask(document, container)?.task;
  const segment = segmentOf(taskPath);
  const name = functionOf(segment);
  if (container === undefined && name !== undefined && locateTask(document, segment) !== undefined)
    return ok(mapLayoutIds(withoutFunctionTask(document, name), (id) => (id === segment ? undefined : id)));
  if (container === undefined || task === undefined) return refuseMissing(taskPath);
  const segments = segmentsInOrder(task);
  if (segments.includes(segment)) {
    const others = segments.flatMap((one, index) => (one === segment ? [] : index));
    return ok(reorderParts(document, container, others));
  }
  if (!partsOf(task).some((part) => part.position.segment === segment)) return refuseMissing(taskPath);
  const removed = mapTaskAt(document, container, (holding) => withoutPart(holding, segment)) ?? document;
  return ok(mapLayoutIds(removed, (id) => (id === segment ? undefined : id), container));
}

function refuseMissing(taskPath: TaskPath): Result<never, EditRefusal> {
  return refuse(`There is no task within another at “${taskPath}”.`);
}

/** The task without the part of this segment. */
export function withoutPart(task: Task, segment: string): Task {
  if (task.type === 'group' && Object.hasOwn(task.subtasks ?? {}, segment)) return withoutSubtask(task, segment);
  if (isSingleSlot(segment)) return without(task, singleSlots[segment]);
  if (segment === 'best_of') return withField(task, 'bestOf', without(task.bestOf ?? {}, 'evaluator'));
  return withField(task, 'inputs', without(task.inputs ?? {}, segment.slice('input:'.length)));
}

function withoutSubtask(group: GroupTask, id: string): GroupTask {
  const others = Object.entries(group.subtasks ?? {}).filter(([other]) => other !== id);
  const unwired = others.map(([other, subtask]) => {
    const { dependsOn = [] } = subtask;
    const waits = dependsOn.some((one) => one === id);
    return [
      other,
      waits
        ? withDependencies(
            subtask,
            dependsOn.filter((one) => one !== id),
          )
        : subtask,
    ] as const;
  });
  return { ...group, subtasks: Object.fromEntries(unwired) };
}

function without<T extends object>(object: T, field: string): T {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== field)) as T;
}

/** The task with a field set, or without the field if the value is empty. */
function withField(task: Task, field: 'bestOf' | 'inputs', value: object): Task {
  return Object.keys(value).length === 0 ? without(task, field) : { ...task, [field]: value };
}
