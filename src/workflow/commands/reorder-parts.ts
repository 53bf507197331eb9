import type { WorkflowDocument } from '../document';
import { locateTask, type TaskPath } from '../task-path';
import type { CondTask, SequentialTask, Task } from '../tasks';
import { getStepId } from '../tasks/parts';
import { mapLayoutIds } from './edits';
import { mapTaskAt } from './map-task-at';
import { renameInTests } from './rename/rename-in-tests';

/** The segments of the steps or cases of a task, in order. A case without a task has a segment too. */
export function listSegmentsInOrder(task: Task | undefined): readonly string[] {
  if (task?.type === 'sequential') return (task.steps ?? []).map(getStepId);
  return task?.type === 'cond' ? (task.cases ?? []).map((_case, index) => `case:${index + 1}`) : [];
}

/**
 * Puts the steps or cases of a task in another order, given by their former indexes; it may be fewer of them. A step
 * keeps its id when it moves, since others may refer to it: a step without an id gets the one that it had by its
 * number. The layout is updated.
 */
export function reorderParts(
  document: WorkflowDocument,
  container: TaskPath,
  order: readonly number[],
): WorkflowDocument {
  const before = listSegmentsInOrder(locateTask(document, container)?.task);
  const arranged = mapTaskAt(document, container, (task) => arrangeParts(task, order)) ?? document;
  const after = listSegmentsInOrder(locateTask(arranged, container)?.task);
  const moved = new Map(before.map((segment, index) => [segment, after[order.indexOf(index)]]));
  const laidOut = mapLayoutIds(arranged, (segment) => (moved.has(segment) ? moved.get(segment) : segment), container);
  return renameInTests(laidOut, (segment) => moved.get(segment) ?? segment, container);
}

/** Does the same to the task alone. */
export function arrangeParts(task: Task, order: readonly number[]): Task {
  if (task.type === 'sequential') return { ...task, steps: order.flatMap((from, to) => stepFrom(task, from, to)) };
  return task.type === 'cond' ? { ...task, cases: order.flatMap((from) => copyCase(task, from)) } : task;
}

function stepFrom({ steps = [] }: SequentialTask, from: number, to: number): readonly Task[] {
  const step = steps[from];
  if (step === undefined) return [];
  return [from === to ? step : { ...step, id: getStepId(step, from) }];
}

function copyCase({ cases = [] }: CondTask, from: number): NonNullable<CondTask['cases']> {
  return cases.slice(from, from + 1);
}
