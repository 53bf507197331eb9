import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../../document';
import { graphOf, waitsFor } from '../../graph/graph';
import { mentionsOf } from '../../graph/reads';
import { mayBeSkipped } from '../../graph/result-shape';
import type { TaskId } from '../../names';
import { segmentLabel } from '../../segment-label';
import { containerPath, locateTask, partPath, partsOf, segmentOf, type TaskPath } from '../../task-path';
import { type GroupTask, type SequentialTask, type Task, taskTraits } from '../../tasks';
import { type EditRefusal, refuse } from '../edit-refusal';
import { withDependencies, withPositions } from '../edits';
import { mapTaskAt } from '../map-task-at';
import { liftNotes } from '../notes';
import { putTasks, type TakenTask, takeTasks } from '../places/arrange-tasks';
import { besides } from '../places/carry-waits';
import { hidingIds } from '../places/hiding-ids';
import { keepUses } from '../places/keep-uses';
import { movedLayout, movedPath } from '../places/move-into';
import { inRunOrder } from '../places/run-order';
import { placeOf, type TaskPlace } from '../places/task-place';
import { segmentsInOrder } from '../reorder-parts';
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
export function fieldsOfContainer(task: Task): readonly string[] {
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
  const label = `“${holder?.name ?? segmentLabel(segmentOf(taskPath))}”`;
  if (holder === undefined) return refuse(`No task “${taskPath}”.`);
  if (holder.type !== 'group' && holder.type !== 'sequential') {
    return refuse(`${label} (${taskTraits[holder.type].label}) cannot be ungrouped. Groups and sequences can.`);
  }
  const fields = fieldsOfContainer(holder);
  if (fields.length > 0 && args.drop !== true)
    return refuse(`${label} has ${fields.join(', ')}, which its tasks would lose.`);
  const paths = partsOf(holder)
    .filter(({ position }) => position.role === 'subtask' || position.role === 'step')
    .map(({ position }) => partPath(taskPath, position.segment));
  if (paths.length === 0) return refuse(`${label} is empty. Delete it instead.`);
  const refusal = holderRefusal(document, taskPath, holder, label, paths.length);
  return refusal === undefined ? opened(document, holder, inRunOrder(document, paths), args) : refuse(refusal);
}

function holderRefusal(document: WorkflowDocument, taskPath: TaskPath, holder: Holder, label: string, count: number) {
  const place = placeOf(document, taskPath);
  if (isAlone(taskPath, place)) {
    return count === 1 && holder.type === 'sequential'
      ? undefined
      : `There is room for one task in the place of ${label}, whose result is another.`;
  }
  if (place.kind === 'list' && holder.type === 'group') {
    const around = locateTask(document, place.container)?.task;
    if (segmentsInOrder(around).at(-1) === segmentOf(taskPath)) {
      return `The result of ${label} is that of the sequence around it. Put another step after it first.`;
    }
  }
  if (place.kind === 'graph' && holder.type === 'sequential') {
    const skipped = holder.steps?.slice(0, -1).findIndex(mayBeSkipped) ?? -1;
    if (skipped >= 0) {
      const id = segmentsInOrder(holder)[skipped];
      return `“${id}” may be skipped, and outside of a sequence the task after it would be skipped too.`;
    }
  }
  return undefined;
}

function isAlone(taskPath: TaskPath, place: TaskPlace): boolean {
  return place.kind === 'slot' || segmentOf(taskPath).startsWith('case:');
}

function opened(
  document: WorkflowDocument,
  holder: Holder,
  paths: readonly TaskPath[],
  { taskPath, positions = new Map(), origin }: UngroupTask,
): Result<Ungrouped, EditRefusal> {
  const place = placeOf(document, taskPath);
  const taken = takeTasks(document, paths);
  const pieces = piecesFor(
    holder,
    place,
    paths.flatMap((one) => taken.pieces.get(one) ?? []),
  );
  const put = isAlone(taskPath, place)
    ? inItsPlace(document, taskPath, pieces[0])
    : putBeside(taken.document, taskPath, place, pieces, hidingIds(document, place.container, [taskPath, ...paths]));
  const to = new Map(paths.map((one, index) => [one, put.taskPaths[index] ?? one]));
  const within = movedPath(to, (one) => one, put.moved);
  const moved = (one: TaskPath) => (one === taskPath ? undefined : within(one));
  const waiting = waitInstead(put.document, document, taskPath, to, place);
  const kept = keepUses(document, waiting, { to: new Map([[taskPath, taskPath], ...to]), moved });
  const named = nameByMember(kept, taskPath, holder, (one) => to.get(one));
  const direct = waitForRead(named.document, document, taskPath, [...to.values()]);
  const checked = refuseErrors(document, { ...named, document: direct });
  if (!checked.ok) return checked;
  const laidOut = movedLayout(liftNotes(document, taskPath, { origin }), checked.value, moved, to, place);
  const placed = [...positions].flatMap(([from, at]) => {
    const now = to.get(from);
    return now === undefined || place.kind !== 'graph' ? [] : [[now, at] as const];
  });
  return ok({ document: withPositions(laidOut, placed), taskPaths: [...to.values()] });
}

/** The tasks with the waits that they have outside: their own, those of the container, and those of steps for steps. */
function piecesFor(holder: Holder, place: TaskPlace, pieces: readonly TakenTask[]): readonly TakenTask[] {
  return pieces.map(({ task, ...piece }, index) => {
    if (place.kind !== 'graph') {
      return { ...piece, task: withDependencies(task, index === 0 ? (holder.dependsOn ?? []) : []) };
    }
    const before = holder.type === 'sequential' ? pieces[index - 1]?.id : undefined;
    const own = holder.type === 'group' ? (task.dependsOn ?? []) : before === undefined ? [] : [before];
    return { ...piece, task: withDependencies(task, own.length === 0 ? (holder.dependsOn ?? []) : own) };
  });
}

function inItsPlace(document: WorkflowDocument, taskPath: TaskPath, piece: TakenTask | undefined) {
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
  const ids = new Map(pieces.map(({ id }, index) => [id, segmentOf(put.taskPaths[index] ?? '')]));
  let next = put.document;
  for (const [index, { task }] of pieces.entries()) {
    const at = put.taskPaths[index];
    const outer = new Set<string>(locateTask(document, taskPath)?.task.dependsOn ?? []);
    const isRenamed = task.dependsOn?.some((id) => !outer.has(id) && ids.get(id) !== id) ?? false;
    if (at === undefined || !isRenamed) continue;
    const follow = (id: string) => ids.get(id) ?? id;
    next = mapTaskAt(next, at, (one) => withDependencies(one, (one.dependsOn ?? []).map(follow))) ?? next;
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
  const tasks = besides(document, container);
  const id = segmentOf(taskPath);
  if (tasks === undefined || besides(before, container) === undefined) return document;
  const own = [...to.values()].map((one) => segmentOf(one) as TaskId);
  const graph = graphOf(tasks);
  const last = own.filter((one) => !own.some((other) => other !== one && waitsFor(graph, other, one)));
  const isSteps = container !== undefined && locateTask(document, container)?.task.type === 'sequential';
  const ends = isSteps ? own.slice(-1) : last;
  let next = document;
  for (const [one, task] of Object.entries(tasks)) {
    if (own.some((other) => other === one) || task.dependsOn?.some((on) => on === id) !== true) continue;
    const instead = task.dependsOn.flatMap((on) => (on === id ? ends : [on]));
    const at = container === undefined ? one : partPath(container, one);
    next = mapTaskAt(next, at, (waiting) => withDependencies(waiting, instead)) ?? next;
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
  const container = containerPath(taskPath);
  const id = segmentOf(taskPath);
  let next = document;
  for (const [one, task] of Object.entries(besides(before, container) ?? {})) {
    const at = container === undefined ? one : partPath(container, one);
    const reader = locateTask(document, at)?.task;
    if (reader?.dependsOn === undefined || task.dependsOn?.some((on) => on === id) !== true) continue;
    const mentions = mentionsOf(reader);
    const read = members.map(segmentOf).filter((member) => mentions.has(member));
    next = mapTaskAt(next, at, (waiting) => withDependencies(waiting, [...(waiting.dependsOn ?? []), ...read])) ?? next;
  }
  return next;
}

/** The container that a task is in, if that can be ungrouped; for tasks that are selected inside it. */
export function groupAround(document: WorkflowDocument, taskPath: TaskPath): TaskPath | undefined {
  for (let at: TaskPath | undefined = taskPath; at !== undefined; at = containerPath(at)) {
    const type = locateTask(document, at)?.task.type;
    if (type === 'group' || type === 'sequential') return at;
  }
  return undefined;
}
