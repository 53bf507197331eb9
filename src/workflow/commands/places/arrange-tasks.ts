import { listTaskIds, type WorkflowDocument } from '../../document';
import { findFunctionName } from '../../function-path';
import type { TaskId } from '../../names';
import {
  buildPartPath,
  findContainerPath,
  getLastSegment,
  listParts,
  locateTask,
  type TaskPath,
} from '../../task-path';
import { type CondTask, type GroupTask, type SequentialTask, type Task, taskTraits } from '../../tasks';
import { blankTest } from '../../tasks/blank-tasks';
import { singleSlots } from '../../tasks/part-slots';
import { getStepId } from '../../tasks/parts';
import { mapTasks, removeFunctionTask, replaceTasks } from '../edits';
import { createFreshId } from '../fresh-id';
import { mapTaskAt } from '../map-task-at';
import { removePartOfTask } from '../remove-part';
import { arrangeParts, listSegmentsInOrder } from '../reorder-parts';
import type { TaskPlace } from './task-place';

/** A task without its place. */
export interface TakenTask {
  readonly task: Task;
  /** The id that it had; undefined: none. */
  readonly id?: string | undefined;
  /** The test of the case that it was. */
  readonly test?: string | undefined;
}

/** The path of a task after an arrangement; undefined: it is not there any more. */
export type MovedPath = (taskPath: TaskPath) => TaskPath | undefined;

/** Tasks taken out, what is left, and where that is now. No text, dependency or layout is changed. */
export interface TakenTasks {
  readonly document: WorkflowDocument;
  readonly pieces: ReadonlyMap<TaskPath, TakenTask>;
  readonly moved: MovedPath;
}

/** Takes tasks out of their containers. None may be within another. */
export function takeTasks(document: WorkflowDocument, taskPaths: readonly TaskPath[]): TakenTasks {
  const pieces = new Map<TaskPath, TakenTask>();
  const byContainer = new Map<TaskPath | undefined, Set<string>>();
  for (const taskPath of taskPaths) {
    const container = findContainerPath(taskPath);
    const segments = byContainer.get(container) ?? new Set();
    byContainer.set(container, segments.add(getLastSegment(taskPath)));
    const piece = findTakenTask(document, taskPath);
    if (piece !== undefined) pieces.set(taskPath, piece);
  }
  let left = document;
  let mapMovedPath: MovedPath = (taskPath) => taskPath;
  for (const [container, segments] of byContainer) {
    const at = container === undefined ? undefined : mapMovedPath(container);
    const before = left;
    left = at === undefined ? removeTopTasks(left, segments) : removeParts(left, at, segments);
    mapMovedPath = composeMoves(
      mapMovedPath,
      createRenumbering(at, listRemainingCases(before, at, segments), segments),
    );
  }
  return { document: left, pieces, moved: mapMovedPath };
}

function findTakenTask(document: WorkflowDocument, taskPath: TaskPath): TakenTask | undefined {
  const container = findContainerPath(taskPath);
  const segment = getLastSegment(taskPath);
  const task = locateTask(document, taskPath)?.task;
  if (task === undefined) return undefined;
  if (container === undefined) return { task, id: findFunctionName(segment) === undefined ? segment : task.id };
  const holder = locateTask(document, container)?.task;
  const part = holder && listParts(holder).find(({ position }) => position.segment === segment);
  if (holder?.type !== 'cond' || part?.position.role !== 'case') return { task, id: part?.position.id };
  const test = holder.cases?.[listSegmentsInOrder(holder).indexOf(segment)]?.test;
  return { task, id: part.position.id, test };
}

function removeTopTasks(document: WorkflowDocument, ids: ReadonlySet<string>): WorkflowDocument {
  const names = [...ids].flatMap((id) => findFunctionName(id) ?? []);
  const next = names.reduce(removeFunctionTask, document);
  return names.length === ids.size ? next : mapTasks(next, (id, task) => (ids.has(id) ? undefined : [id, task]));
}

function removeParts(document: WorkflowDocument, at: TaskPath, segments: ReadonlySet<string>): WorkflowDocument {
  const removeFrom = (task: Task): Task => {
    if (task.type === 'group') return removeSubtasks(task, segments);
    const order = listSegmentsInOrder(task).flatMap((segment, index) => (segments.has(segment) ? [] : index));
    const listed = new Set(listSegmentsInOrder(task));
    const others = [...segments].filter((segment) => !listed.has(segment));
    const arranged = others.length === segments.size ? task : arrangeParts(task, order);
    return others.reduce(removePartOfTask, arranged);
  };
  return mapTaskAt(document, at, removeFrom) ?? document;
}

function removeSubtasks(group: GroupTask, segments: ReadonlySet<string>): Task {
  const { subtasks = {} } = group;
  const kept = Object.entries(subtasks).filter(([id]) => !segments.has(id));
  const others = [...segments].filter((segment) => !Object.hasOwn(subtasks, segment));
  const left: Task =
    others.length === segments.size ? group : { ...group, subtasks: Object.fromEntries(kept) as typeof subtasks };
  return others.reduce(removePartOfTask, left);
}

/** The segments of cases that stay, in order: they are named by their number. */
function listRemainingCases(document: WorkflowDocument, at: TaskPath | undefined, segments: ReadonlySet<string>) {
  const task = at === undefined ? undefined : locateTask(document, at)?.task;
  return task?.type === 'cond' ? listSegmentsInOrder(task).filter((segment) => !segments.has(segment)) : [];
}

function createRenumbering(
  container: TaskPath | undefined,
  cases: readonly string[],
  gone: ReadonlySet<string>,
): MovedPath {
  const to = new Map(cases.map((segment, index) => [segment, `case:${index + 1}`]));
  return mapSegments(container, (segment) => (gone.has(segment) ? undefined : (to.get(segment) ?? segment)));
}

/** Passes the segment of the parts of a container through a function, wherever it occurs in a path. */
function mapSegments(container: TaskPath | undefined, map: (segment: string) => string | undefined): MovedPath {
  const above = container === undefined ? '' : `${container}/`;
  return (taskPath) => {
    if (!taskPath.startsWith(above)) return taskPath;
    const [segment = '', ...rest] = taskPath.slice(above.length).split('/');
    const mapped = map(segment);
    return mapped === undefined ? undefined : above + [mapped, ...rest].join('/');
  };
}

function composeMoves(first: MovedPath, second: MovedPath): MovedPath {
  return (taskPath) => {
    const between = first(taskPath);
    return between === undefined ? undefined : second(between);
  };
}

/** Tasks that were put at a place: their paths in the order of the pieces, and where the others are now. */
export interface PutTasks {
  readonly document: WorkflowDocument;
  readonly taskPaths: readonly TaskPath[];
  readonly moved: MovedPath;
}

/**
 * Puts tasks at a place, which must be able to take them. In graphs and sequences they get ids: those that they had,
 * or a new one where that is taken. No text, dependency or layout is changed.
 */
export function putTasks(
  document: WorkflowDocument,
  place: TaskPlace,
  pieces: readonly TakenTask[],
  isTaken: (id: string) => boolean = () => false,
): PutTasks {
  const { container } = place;
  const holder = container === undefined ? undefined : locateTask(document, container)?.task;
  const buildPath = (segment: string) => (container === undefined ? segment : buildPartPath(container, segment));
  const same: MovedPath = (taskPath) => taskPath;
  if (place.kind === 'slot') {
    const [piece] = pieces;
    const next =
      piece &&
      (container === undefined
        ? replaceTasks(document, [[place.segment, keepId(piece)]])
        : mapTaskAt(document, container, (task) => putIntoSlot(task, place.segment, keepId(piece))));
    return { document: next ?? document, taskPaths: [buildPath(place.segment)], moved: same };
  }
  if (place.kind === 'list' && holder?.type === 'cond') {
    const { index } = place;
    const count = pieces.length;
    const next = mapTaskAt(document, place.container, (task) => putCases(task as CondTask, index, pieces));
    const number = (segment: string) => Number(segment.slice('case:'.length));
    return {
      document: next ?? document,
      taskPaths: pieces.map((_piece, offset) => buildPath(`case:${index + offset + 1}`)),
      moved: mapSegments(container, (segment) =>
        /^case:\d+$/.test(segment) && number(segment) > index ? `case:${number(segment) + count}` : segment,
      ),
    };
  }
  const ids = chooseIds(document, place, pieces, isTaken);
  const named = pieces.map(({ task }, index) => [ids[index] ?? '', task] as const);
  return { document: putNamed(document, place, named), taskPaths: ids.map(buildPath), moved: same };
}

function putNamed(
  document: WorkflowDocument,
  place: Exclude<TaskPlace, { kind: 'slot' }>,
  named: readonly (readonly [string, Task])[],
): WorkflowDocument {
  const { container } = place;
  if (place.kind === 'list') {
    return (
      mapTaskAt(document, place.container, (task) => putSteps(task as SequentialTask, place.index, named)) ?? document
    );
  }
  const keyed = named.map(([id, { id: _own, ...task }]) => [id, task as Task] as const);
  if (container === undefined) return replaceTasks(document, keyed);
  const join = (task: Task): Task => {
    const { subtasks = {} } = task as GroupTask;
    return { ...task, subtasks: { ...subtasks, ...Object.fromEntries(keyed) } } as Task;
  };
  return mapTaskAt(document, container, join) ?? document;
}

/** Steps that move to another number without an id of their own get the id that they had by it. */
function putSteps(task: SequentialTask, index: number, named: readonly (readonly [string, Task])[]): Task {
  const { steps = [] } = task;
  const added = named.map(([id, step]) => ({ ...step, id: id as TaskId }));
  const later = steps
    .slice(index)
    .map((step, offset) => (step.id === undefined ? { ...step, id: getStepId(step, index + offset) } : step));
  return { ...task, steps: [...steps.slice(0, index), ...added, ...later] };
}

function putCases(task: CondTask, index: number, pieces: readonly TakenTask[]): Task {
  const cases = [...(task.cases ?? [])];
  for (const [offset, piece] of pieces.entries()) {
    const test = piece.test ?? createFreshTest(cases.map((one) => one.test));
    cases.splice(index + offset, 0, { test, task: keepId(piece) });
  }
  return { ...task, cases };
}

/** A test for a new case that none of the cases has: the second with the same test would never be taken. */
export function createFreshTest(tests: readonly string[]): string {
  const numberTest = (number: number) => (number === 1 ? blankTest : blankTest.replace(/\)$/, `_${number})`));
  let number = 1;
  while (tests.includes(numberTest(number))) number += 1;
  return numberTest(number);
}

/** The task with its id, so that it has that again where it is moved back to. */
function keepId({ task, id }: TakenTask): Task {
  return id === undefined ? task : { ...task, id: id as TaskId };
}

/** The task with a part in a slot for a single one. */
export function putIntoSlot(task: Task, segment: string, part: Task): Task {
  if (segment === 'best_of') return { ...task, bestOf: { ...task.bestOf, evaluator: part } };
  if (segment.startsWith('input:')) {
    return { ...task, inputs: { ...task.inputs, [segment.slice('input:'.length)]: { task: part } } };
  }
  if (task.type === 'cond' && segment !== 'else') {
    const at = listSegmentsInOrder(task).indexOf(segment);
    return { ...task, cases: task.cases?.map((one, index) => (index === at ? { ...one, task: part } : one)) };
  }
  return { ...task, [singleSlots[segment as keyof typeof singleSlots]]: part } as Task;
}

function chooseIds(
  document: WorkflowDocument,
  { container }: TaskPlace,
  pieces: readonly TakenTask[],
  isTaken: (id: string) => boolean,
): string[] {
  const wanted = pieces.map(({ task, id }) => id ?? task.id);
  const beside = new Set(listSiblingIds(document, container));
  const given = new Set<string>();
  return pieces.map((piece, index) => {
    const want = wanted[index];
    const isFree = (id: string) =>
      !beside.has(id) && !given.has(id) && !isTaken(id) && (id === want || !wanted.includes(id));
    const id =
      want !== undefined && isFree(want)
        ? want
        : createFreshId(
            want?.replace(/_\d+$/, '') ?? taskTraits[piece.task.type].id,
            want === undefined ? 1 : 2,
            (one) => !isFree(one),
          );
    given.add(id);
    return id;
  });
}

/** The ids of the tasks in a container that has a graph or steps; those of the document without one. */
export function listSiblingIds(document: WorkflowDocument, container: TaskPath | undefined): readonly string[] {
  if (container === undefined) return listTaskIds(document);
  const task = locateTask(document, container)?.task;
  if (task?.type === 'group') return Object.keys(task.subtasks ?? {});
  return task?.type === 'sequential' ? listSegmentsInOrder(task) : [];
}
