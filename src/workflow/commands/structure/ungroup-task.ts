import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../../document';
import { getGraph, isWaitingFor } from '../../graph/graph';
import { collectMentions } from '../../graph/reads';
import { mayBeSkipped } from '../../graph/result-shape';
import type { TaskId } from '../../names';
import { formatSegment } from '../../segment-label';
import {
  buildPartPath,
  findContainerPath,
  getLastSegment,
  listParts,
  locateTask,
  type TaskPath,
} from '../../task-path';
import { type GroupTask, type SequentialTask, type Task, taskTraits } from '../../tasks';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { setDependencies, setPositions } from '../edits';
import { mapTaskAt } from '../map-task-at';
import { liftNotes } from '../notes';
import { putTasks, type TakenTask, takeTasks } from '../places/arrange-tasks';
import { findSiblingTasks } from '../places/carry-waits';
import { createHidingTest } from '../places/hiding-ids';
import { keepUses } from '../places/keep-uses';
import { createMovedPath, moveLayout } from '../places/move-into';
import { sortByRunOrder } from '../places/run-order';
import { findTaskPlace, type TaskPlace } from '../places/task-place';
import { listSegmentsInOrder } from '../reorder-parts';
import { nameByMember } from './name-by-member';
import { refuseErrors } from './refuse-errors';

/** Arguments of {@link ungroupTask}. */
export interface UngroupTask {
  readonly taskPath: TaskPath;
  /** Where its tasks are drawn afterwards, by the paths that they have now. */
  readonly positions?: ReadonlyMap<TaskPath, Point> | undefined;
  /** Where the content of the container begins beside it, for the notes in it. */
  readonly origin?: Point | undefined;
  /** Whether settings of the container that its tasks would lose are left out. */
  readonly drop?: boolean;
}

/** The document without the container, and the paths of the tasks that were in it. */
export interface Ungrouped {
  readonly document: WorkflowDocument;
  readonly taskPaths: readonly TaskPath[];
}

type Holder = GroupTask | SequentialTask;

/** The fields of a container that mean nothing for the tasks in it, or that they are given instead. */
const carried = new Set(['type', 'id', 'name', 'description', 'subtasks', 'steps', 'dependsOn', 'priority']);

/** The fields of a container, as a file has them, that would be lost without it. */
export function listContainerFields(task: Task): readonly string[] {
  return Object.entries(task).flatMap(([field, value]) => {
    if (carried.has(field) || value === undefined || (field === 'completionMode' && value === 'all')) return [];
    return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  });
}

/**
 * Puts the tasks of a group or a sequence in its place. They wait for what it waited for, and what waited for it waits
 * for those of them that end last; steps that come to a graph wait for one another.
 */
export function ungroupTask(document: WorkflowDocument, args: UngroupTask): Result<Ungrouped, EditRefusal> {
  const { taskPath } = args;
  const holder = locateTask(document, taskPath)?.task;
  const label = `“${holder?.name ?? formatSegment(getLastSegment(taskPath))}”`;
  if (holder === undefined) return refuseEdit(`No task “${taskPath}”.`);
  if (holder.type !== 'group' && holder.type !== 'sequential') {
    return refuseEdit(`${label} (${taskTraits[holder.type].label}) cannot be ungrouped. Groups and sequences can.`);
  }
  const fields = listContainerFields(holder);
  if (fields.length > 0 && args.drop !== true)
    return refuseEdit(`${label} has ${fields.join(', ')}, which its tasks would lose.`);
  const paths = listParts(holder)
    .filter(({ position }) => position.role === 'subtask' || position.role === 'step')
    .map(({ position }) => buildPartPath(taskPath, position.segment));
  if (paths.length === 0) return refuseEdit(`${label} is empty. Delete it instead.`);
  const refusal = findHolderRefusal(document, taskPath, holder, label, paths.length);
  return refusal === undefined
    ? openHolder(document, holder, sortByRunOrder(document, paths), args)
    : refuseEdit(refusal);
}

function findHolderRefusal(
  document: WorkflowDocument,
  taskPath: TaskPath,
  holder: Holder,
  label: string,
  count: number,
) {
  const place = findTaskPlace(document, taskPath);
  if (isAlone(taskPath, place)) {
    return count === 1 && holder.type === 'sequential'
      ? undefined
      : `There is room for one task in the place of ${label}, whose result is another.`;
  }
  if (place.kind === 'list' && holder.type === 'group') {
    const around = locateTask(document, place.container)?.task;
    if (listSegmentsInOrder(around).at(-1) === getLastSegment(taskPath)) {
      return `The result of ${label} is that of the sequence around it. Put another step after it first.`;
    }
  }
  if (place.kind === 'graph' && holder.type === 'sequential') {
    const skipped = holder.steps?.slice(0, -1).findIndex(mayBeSkipped) ?? -1;
    if (skipped >= 0) {
      const id = listSegmentsInOrder(holder)[skipped];
      return `“${id}” may be skipped, and outside of a sequence the task after it would be skipped too.`;
    }
  }
  return undefined;
}

function isAlone(taskPath: TaskPath, place: TaskPlace): boolean {
  return place.kind === 'slot' || getLastSegment(taskPath).startsWith('case:');
}

function openHolder(
  document: WorkflowDocument,
  holder: Holder,
  paths: readonly TaskPath[],
  { taskPath, positions = new Map(), origin }: UngroupTask,
): Result<Ungrouped, EditRefusal> {
  const place = findTaskPlace(document, taskPath);
  const taken = takeTasks(document, paths);
  const pieces = buildPieces(
    holder,
    place,
    paths.flatMap((one) => taken.pieces.get(one) ?? []),
  );
  const put = isAlone(taskPath, place)
    ? putInItsPlace(document, taskPath, pieces[0])
    : putBeside(
        taken.document,
        taskPath,
        place,
        pieces,
        createHidingTest(document, place.container, [taskPath, ...paths]),
      );
  const to = new Map(paths.map((one, index) => [one, put.taskPaths[index] ?? one]));
  const within = createMovedPath(to, (one) => one, put.moved);
  const mapMoved = (one: TaskPath) => (one === taskPath ? undefined : within(one));
  const waiting = waitInstead(put.document, document, taskPath, to, place);
  const kept = keepUses(document, waiting, { to: new Map([[taskPath, taskPath], ...to]), moved: mapMoved });
  const named = nameByMember(kept, taskPath, holder, (one) => to.get(one));
  const direct = waitForRead(named.document, document, taskPath, [...to.values()]);
  const checked = refuseErrors(document, { ...named, document: direct });
  if (!checked.ok) return checked;
  const laidOut = moveLayout(liftNotes(document, taskPath, { origin }), checked.value, mapMoved, to, place);
  const placed = [...positions].flatMap(([from, at]) => {
    const now = to.get(from);
    return now === undefined || place.kind !== 'graph' ? [] : [[now, at] as const];
  });
  return ok({ document: setPositions(laidOut, placed), taskPaths: [...to.values()] });
}

/** The tasks with the waits that they have outside: their own, those of the container, and those of steps for steps. */
function buildPieces(holder: Holder, place: TaskPlace, pieces: readonly TakenTask[]): readonly TakenTask[] {
  return pieces.map(({ task, ...piece }, index) => {
    if (place.kind !== 'graph') {
      return { ...piece, task: setDependencies(task, index === 0 ? (holder.dependsOn ?? []) : []) };
    }
    const before = holder.type === 'sequential' ? pieces[index - 1]?.id : undefined;
    const own = holder.type === 'group' ? (task.dependsOn ?? []) : before === undefined ? [] : [before];
    return { ...piece, task: setDependencies(task, own.length === 0 ? (holder.dependsOn ?? []) : own) };
  });
}

function putInItsPlace(document: WorkflowDocument, taskPath: TaskPath, piece: TakenTask | undefined) {
  const next = piece && mapTaskAt(document, taskPath, () => piece.task);
  return { document: next ?? document, taskPaths: [taskPath], moved: (one: TaskPath): TaskPath | undefined => one };
}

/** Puts tasks where their container was, which goes. */
function putBeside(
  document: WorkflowDocument,
  taskPath: TaskPath,
  place: TaskPlace,
  pieces: readonly TakenTask[],
  isTaken: (id: string) => boolean,
) {
  const emptied = takeTasks(document, [taskPath]);
  const put = putTasks(emptied.document, place, pieces, isTaken);
  // Ids that were free in the container may be taken outside: those that waited for them follow.
  const ids = new Map(pieces.map(({ id }, index) => [id, getLastSegment(put.taskPaths[index] ?? '')]));
  let next = put.document;
  for (const [index, { task }] of pieces.entries()) {
    const at = put.taskPaths[index];
    const outer = new Set<string>(locateTask(document, taskPath)?.task.dependsOn ?? []);
    const isRenamed = task.dependsOn?.some((id) => !outer.has(id) && ids.get(id) !== id) ?? false;
    if (at === undefined || !isRenamed) continue;
    const followId = (id: string) => ids.get(id) ?? id;
    next = mapTaskAt(next, at, (one) => setDependencies(one, (one.dependsOn ?? []).map(followId))) ?? next;
  }
  return { document: next, taskPaths: put.taskPaths, moved: (one: TaskPath) => put.moved(emptied.moved(one) ?? one) };
}

/** What waited for the container waits for those of its tasks that no other of them waits for. */
function waitInstead(
  document: WorkflowDocument,
  before: WorkflowDocument,
  taskPath: TaskPath,
  to: ReadonlyMap<TaskPath, TaskPath>,
  { container }: TaskPlace,
): WorkflowDocument {
  const tasks = findSiblingTasks(document, container);
  const id = getLastSegment(taskPath);
  if (tasks === undefined || findSiblingTasks(before, container) === undefined) return document;
  const own = [...to.values()].map((one) => getLastSegment(one) as TaskId);
  const graph = getGraph(tasks);
  const last = own.filter((one) => !own.some((other) => other !== one && isWaitingFor(graph, other, one)));
  const isSteps = container !== undefined && locateTask(document, container)?.task.type === 'sequential';
  const ends = isSteps ? own.slice(-1) : last;
  let next = document;
  for (const [one, task] of Object.entries(tasks)) {
    if (own.some((other) => other === one) || task.dependsOn?.some((on) => on === id) !== true) continue;
    const instead = task.dependsOn.flatMap((on) => (on === id ? ends : [on]));
    const at = container === undefined ? one : buildPartPath(container, one);
    next = mapTaskAt(next, at, (waiting) => setDependencies(waiting, instead)) ?? next;
  }
  return next;
}

/** What waited for the container waits directly for those of its tasks that it names: their outputs are its context. */
function waitForRead(
  document: WorkflowDocument,
  before: WorkflowDocument,
  taskPath: TaskPath,
  members: readonly TaskPath[],
): WorkflowDocument {
  const container = findContainerPath(taskPath);
  const id = getLastSegment(taskPath);
  let next = document;
  for (const [one, task] of Object.entries(findSiblingTasks(before, container) ?? {})) {
    const at = container === undefined ? one : buildPartPath(container, one);
    const reader = locateTask(document, at)?.task;
    if (reader?.dependsOn === undefined || task.dependsOn?.some((on) => on === id) !== true) continue;
    const mentions = collectMentions(reader);
    const read = members.map(getLastSegment).filter((member) => mentions.has(member));
    next = mapTaskAt(next, at, (waiting) => setDependencies(waiting, [...(waiting.dependsOn ?? []), ...read])) ?? next;
  }
  return next;
}

/** The container that a task is in, if that can be ungrouped; for tasks that are selected inside it. */
export function groupAround(document: WorkflowDocument, taskPath: TaskPath): TaskPath | undefined {
  for (let at: TaskPath | undefined = taskPath; at !== undefined; at = findContainerPath(at)) {
    const type = locateTask(document, at)?.task.type;
    if (type === 'group' || type === 'sequential') return at;
  }
  return undefined;
}
