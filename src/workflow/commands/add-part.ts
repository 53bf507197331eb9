import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import { locateTask, type TaskPath } from '../task-path';
import { type CondTask, type GroupTask, type SequentialTask, type Task, type TaskType, taskTypeInfo } from '../tasks';
import { blankTasks, blankTest } from '../tasks/blank-tasks';
import { hasSlot, type OwnSlot, type PartSlot, singleSlots } from '../tasks/part-slots';
import { stepId } from '../tasks/parts';
import { type EditRefusal, refuse } from './edit-refusal';
import { freshId } from './fresh-id';
import { mapTaskAt } from './map-task-at';

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
  if (task === undefined) return refuse(`No task “${container}”.`);
  if (!hasSlot(task.type, slot)) return refuse(`“${container}” holds no ${slot}.`);
  const changed = mapTaskAt(
    document,
    container,
    () => ({ ...task, ...withPart(task, slot, blankTasks[type]) }) as Task,
  );
  return ok(changed ?? document);
}

/** The field that holds the part, with the part in it. */
function withPart(task: Task, slot: PartSlot, part: Task): object {
  if (slot === 'best_of') return { bestOf: { ...task.bestOf, evaluator: part } };
  if (slot.startsWith('input:')) return { inputs: { ...task.inputs, [slot.slice('input:'.length)]: { task: part } } };
  const own = slot as OwnSlot;
  switch (own) {
    case 'step': {
      const { steps = [] } = task as SequentialTask;
      return { steps: [...steps, { ...part, id: freeId(part.type, steps.map(stepId)) }] };
    }
    case 'subtask': {
      const { subtasks = {} } = task as GroupTask;
      return { subtasks: { ...subtasks, [freeId(part.type, Object.keys(subtasks))]: part } };
    }
    case 'case': {
      const { cases = [] } = task as CondTask;
      return { cases: [...cases, { test: blankTest, task: part }] };
    }
    default:
      return { [singleSlots[own]]: part };
  }
}

function freeId(type: TaskType, taken: readonly string[]): TaskId {
  return freshId(taskTypeInfo[type].id, 1, (id) => taken.includes(id)) as TaskId;
}
