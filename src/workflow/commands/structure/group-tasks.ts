import { ok, type Result } from '@/base/result';
import type { Point, WorkflowDocument } from '../../document';
import { findFunctionName } from '../../function-path';
import { getGraph, isWaitingFor } from '../../graph/graph';
import type { TaskId } from '../../names';
import { formatSegment } from '../../segment-label';
import {
  buildPartPath,
  findContainerPath,
  getLastSegment,
  locateTask,
  selectOutermost,
  type TaskPath,
} from '../../task-path';
import type { Task } from '../../tasks';
import { type EditRefusal, refuseEdit } from '../edit-refusal';
import { mapLayoutIds, setPositions } from '../edits';
import { putTasks, takeTasks } from '../places/arrange-tasks';
import { carryRules } from '../places/carry-rules';
import { carryWaits, findSiblingTasks, listWaitsAround } from '../places/carry-waits';
import { createHidingTest } from '../places/hiding-ids';
import { keepUses } from '../places/keep-uses';
import { createMovedPath, moveLayout } from '../places/move-into';
import { sortByRunOrder } from '../places/run-order';
import { findTaskPlace, type TaskPlace } from '../places/task-place';
import { encloseTask } from './enclose-task';
import { type MadeContainer, refuseErrors } from './refuse-errors';

/** Arguments of {@link groupTasks}. */
export interface GroupTasks {
  readonly taskPaths: readonly TaskPath[];
  /** Where the new container is drawn, and the tasks in it, by the paths that they have now. */
  readonly at?: Point | undefined;
  readonly positions?: ReadonlyMap<TaskPath, Point> | undefined;
}

/**
 * Puts tasks of one container into a container of their own: those of a graph into a group, steps that follow one
 * another into a sequence, as they are to run in their order. A task that is alone, such as that of a case, gets a
 * sequence around it, whose result is the same.
 */
export function groupTasks(document: WorkflowDocument, args: GroupTasks): Result<MadeContainer, EditRefusal> {
  const chosen = sortByRunOrder(document, selectOutermost(args.taskPaths));
  const [first] = chosen;
  if (first === undefined) return refuseEdit('Select the tasks to group first.');
  const missing = chosen.find((taskPath) => locateTask(document, taskPath) === undefined);
  if (missing !== undefined) return refuseEdit(`No task “${missing}”.`);
  const container = findContainerPath(first);
  const within = findFunctionName(first);
  if (chosen.some((taskPath) => findContainerPath(taskPath) !== container || findFunctionName(taskPath) !== within)) {
    return refuseEdit('The tasks are in different containers. Select tasks of the same one.');
  }
  const places = chosen.map((taskPath) => findTaskPlace(document, taskPath));
  const [place] = places;
  if (place === undefined) return refuseEdit(`No task “${first}”.`);
  const isAlone = place.kind === 'slot' || getLastSegment(first).startsWith('case:');
  if (isAlone && chosen.length > 1)
    return refuseEdit('Only one of these tasks runs at a time, so they cannot be grouped.');
  if (isAlone)
    return encloseTask(document, { taskPath: first, holder: { type: 'sequential', steps: [] }, slot: 'step' });
  const between = place.kind === 'graph' ? listTasksBetween(document, container, chosen) : [];
  if (between.length > 0) {
    const names = between.map((id) => nameBeside(document, container, id)).join(', ');
    return refuseEdit(`${names} runs between these tasks. Select ${between.length === 1 ? 'it' : 'them'} too.`);
  }
  if (place.kind === 'list' && !isUnbroken(places)) {
    return refuseEdit('There are other steps between these. Select steps that follow one another.');
  }
  return encloseTasks(document, chosen, place, args);
}

function nameBeside(document: WorkflowDocument, container: TaskPath | undefined, id: string): string {
  const task = locateTask(document, container === undefined ? id : buildPartPath(container, id))?.task;
  return `“${task?.name ?? formatSegment(id)}”`;
}

/** The tasks beside these that wait for one of them, and that one of them waits for. */
function listTasksBetween(document: WorkflowDocument, container: TaskPath | undefined, chosen: readonly TaskPath[]) {
  const tasks = findSiblingTasks(document, container);
  if (tasks === undefined) return [];
  const graph = getGraph(tasks);
  const ids = chosen.map((taskPath) => getLastSegment(taskPath) as TaskId);
  const own = new Set(ids);
  return graph.ids.filter(
    (id) =>
      !own.has(id) &&
      ids.some((one) => isWaitingFor(graph, id, one)) &&
      ids.some((one) => isWaitingFor(graph, one, id)),
  );
}

function isUnbroken(places: readonly TaskPlace[]): boolean {
  const indexes = places.map((place) => (place.kind === 'list' ? place.index : 0));
  return Math.max(...indexes) - Math.min(...indexes) === indexes.length - 1;
}

function encloseTasks(
  document: WorkflowDocument,
  chosen: readonly TaskPath[],
  place: Exclude<TaskPlace, { kind: 'slot' }>,
  { at, positions = new Map() }: GroupTasks,
): Result<MadeContainer, EditRefusal> {
  const holder: Task = place.kind === 'graph' ? { type: 'group', subtasks: {} } : { type: 'sequential', steps: [] };
  const taken = takeTasks(document, chosen);
  const made = putTasks(taken.document, place, [{ task: holder }], createHidingTest(document, place.container, []));
  const [taskPath = ''] = made.taskPaths;
  const inner: TaskPlace =
    place.kind === 'graph' ? { kind: 'graph', container: taskPath } : { kind: 'list', container: taskPath, index: 0 };
  const pieces = chosen.flatMap((one) => taken.pieces.get(one) ?? []);
  const put = putTasks(made.document, inner, pieces);
  const to = new Map(chosen.map((one, index) => [one, put.taskPaths[index] ?? one]));
  const moved = createMovedPath(to, taken.moved, (one) => made.moved(one));
  const waits = listWaitsAround(document, chosen);
  const carried = carryWaits(put.document, waits, new Set(chosen), moved);
  const ruled = carryRules(document, carried.document, waits, moved);
  if (!ruled.ok) return ruled;
  const kept = keepUses(document, ruled.value, { to, moved });
  const checked = refuseErrors(document, { document: kept.document, lost: [...carried.lost, ...kept.lost] });
  if (!checked.ok) return checked;
  const laidOut = moveLayout(document, checked.value, moved, to, inner);
  if (place.kind !== 'graph') {
    // Steps are drawn in their order.
    const alone = mapLayoutIds(laidOut, (id) => (id === getLastSegment(taskPath) ? undefined : id), place.container);
    return ok({ document: alone, taskPath });
  }
  const placed = [...positions].map(([from, point]) => [moved(from) ?? from, point] as const);
  return ok({ document: setPositions(laidOut, at === undefined ? placed : [[taskPath, at], ...placed]), taskPath });
}
