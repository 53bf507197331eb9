import { findDefinitionAt, findTopTask, type WorkflowDocument } from '../../document';
import { findFunctionName } from '../../function-path';
import { formatSegment } from '../../segment-label';
import { findContainerPath, getLastSegment, listParts, locateTask, type TaskPath } from '../../task-path';
import { type Task, type TaskType, taskTraits } from '../../tasks';
import { isSingleSlot } from '../../tasks/part-slots';
import { getOwnSlots } from '../../tasks/traits';
import { listSegmentsInOrder } from '../reorder-parts';

/** Where tasks are, or can be put. */
export type TaskPlace =
  /** Among the tasks of the document (`container` undefined) or of a group: at a free position, joined by wires. */
  | { readonly kind: 'graph'; readonly container: TaskPath | undefined }
  /** Among the steps of a sequence or the cases of a condition: before the one at `index`, counted from 0. */
  | { readonly kind: 'list'; readonly container: TaskPath; readonly index: number }
  /**
   * Where a container holds one task: `inner_task`, `director`, `else`, `case:2`, `best_of`, `input:doc`. Without a
   * container it is the task of a function, at its path.
   */
  | { readonly kind: 'slot'; readonly container: TaskPath | undefined; readonly segment: string };

/** What kind of places the parts of a type have; undefined: it holds no tasks of its own. */
export function getPlaceKind(type: TaskType): TaskPlace['kind'] | undefined {
  const [first] = getOwnSlots(type);
  if (first === undefined) return undefined;
  if (first === 'subtask') return 'graph';
  return isSingleSlot(first) ? 'slot' : 'list';
}

/** The slots of a type, those that a run needs first. */
const slotOrder: { readonly [K in TaskType]?: readonly string[] } = {
  map: ['inner_task'],
  reduce: ['reduction_task', 'inner_task'],
  director_evaluator: ['director', 'evaluator', 'script'],
};

/**
 * The place in a container for a task that nobody has aimed: at the end of a list, in the first free slot. Where all
 * slots are taken, it is the first one. Undefined if the task holds none.
 */
export function findEndPlace(task: Task, container: TaskPath): TaskPlace | undefined {
  const kind = getPlaceKind(task.type);
  if (kind === 'graph') return { kind, container };
  if (kind === 'list') return { kind, container, index: listSegmentsInOrder(task).length };
  const slots = slotOrder[task.type] ?? [];
  const taken = new Set(listParts(task).map(({ position }) => position.segment));
  const segment = slots.find((slot) => !taken.has(slot)) ?? slots[0];
  return segment === undefined ? undefined : { kind: 'slot', container, segment };
}

/** The place of a task of the document. */
export function findTaskPlace(document: WorkflowDocument, taskPath: TaskPath): TaskPlace {
  const container = findContainerPath(taskPath);
  if (container === undefined)
    return findFunctionName(taskPath) === undefined
      ? { kind: 'graph', container }
      : { kind: 'slot', container, segment: taskPath };
  const task = locateTask(document, container)?.task;
  const segment = getLastSegment(taskPath);
  const index = listSegmentsInOrder(task).indexOf(segment);
  if (index >= 0) return { kind: 'list', container, index };
  const isSubtask = task?.type === 'group' && Object.hasOwn(task.subtasks ?? {}, segment);
  return isSubtask ? { kind: 'graph', container } : { kind: 'slot', container, segment };
}

/** The place beside a task: in the same graph, or after it in the same list. A slot has no other; then its own. */
export function placeBeside(document: WorkflowDocument, taskPath: TaskPath): TaskPlace {
  const place = findTaskPlace(document, taskPath);
  return place.kind === 'list' ? { ...place, index: place.index + 1 } : place;
}

/** The task in a slot; undefined: it is free. */
export function findOccupant(document: WorkflowDocument, place: TaskPlace): TaskPath | undefined {
  if (place.kind !== 'slot') return undefined;
  if (place.container === undefined) return findTopTask(document, place.segment) && place.segment;
  const task = locateTask(document, place.container)?.task;
  const isTaken = task && listParts(task).some(({ position }) => position.segment === place.segment);
  return isTaken ? `${place.container}/${place.segment}` : undefined;
}

/** Why a number of tasks cannot be put at a place, as a message for a person; undefined if they can. */
export function placeRefusal(document: WorkflowDocument, place: TaskPlace, count: number): string | undefined {
  const { container } = place;
  if (container === undefined) {
    if (place.kind !== 'slot') return undefined;
    const name = formatSegment(place.segment);
    if (findDefinitionAt(document, place.segment) === undefined) return `There is no “${name}” any more.`;
    if (count > 1) return `“${name}” takes one task here. Put the tasks into a group or a sequence first.`;
    return findOccupant(document, place) && `“${name}” has its task already. Move that out first.`;
  }
  const task = locateTask(document, container)?.task;
  const name = task?.name ?? formatSegment(getLastSegment(container));
  if (task === undefined) return `No task “${name}”.`;
  if (place.kind !== 'slot') {
    if (getPlaceKind(task.type) === place.kind) return undefined;
    return describeNoPlace(name, task.type);
  }
  const { segment } = place;
  const slot = formatSegment(segment);
  if (!hasSegment(task, segment)) return describeNoPlace(name, task.type);
  if (count > 1) return `“${name}” takes one task here. Put the tasks into a group or a sequence first.`;
  if (findOccupant(document, place) === undefined) return undefined;
  return `“${name}” has its task “${slot}” already. Move that out first.`;
}

/** Why a task of this type holds no others. */
function describeNoPlace(name: string, type: TaskType): string {
  return `“${name}” (${taskTraits[type].label}) holds no other tasks.`;
}

function hasSegment(task: Task, segment: string): boolean {
  if (segment === 'best_of' || segment.startsWith('input:')) return true;
  return listSegmentsInOrder(task).includes(segment) || getOwnSlots(task.type).some((slot) => slot === segment);
}
