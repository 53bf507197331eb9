import type { AppStores } from '@/state/context';
import { moveTasks } from '@/workflow/commands/move-tasks';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { buildGraph, type Graph, getGraph, listJoints } from '@/workflow/graph/graph';
import {
  buildPartPath,
  findContainerPath,
  getLastSegment,
  listParts,
  locateTask,
  selectOutermost,
  type TaskPath,
} from '@/workflow/task-path';
import { arrangeLayers } from '../geometry/arrange-layers';
import { type Box, walkBoxesAt } from '../geometry/boxes';
import { computeBoxesUnder } from '../geometry/root-boxes';
import { countTasks, listSelectedPaths, performEdit } from './edit';

/** Lays out the selected tasks anew where they are, as one step of the history. */
export async function tidySelected(stores: AppStores): Promise<void> {
  await tidyTasks(stores, selectOutermost(listSelectedPaths(stores)));
}

/** Lays out what is directly in a container, or in a function, anew, as one step of the history. */
export async function tidyWithin(stores: AppStores, container: TaskPath): Promise<void> {
  const task = locateTask(stores.document.getState().document, container)?.task;
  const parts = task === undefined ? [] : listParts(task);
  await tidyTasks(
    stores,
    parts.map(({ position }) => buildPartPath(container, position.segment)),
  );
}

/** Those of each container are laid out by what they wait for. Steps and cases have their order already. */
async function tidyTasks(stores: AppStores, chosenPaths: readonly TaskPath[]): Promise<void> {
  const { document } = stores.document.getState();
  const boxes = computeBoxesUnder(document, stores.view.getState().canvas.root);
  const positions = new Map<TaskPath, Point>();
  for (const [container, taskPaths] of groupByContainer(chosenPaths)) {
    const graph = findContainerGraph(document, container);
    if (graph === undefined || taskPaths.length < 2) continue;
    const chosen = [...walkBoxesAt(boxes, taskPaths)].filter((box) => box !== undefined);
    for (const [taskPath, at] of layOutTasks(graph, chosen)) positions.set(taskPath, at);
  }
  if (positions.size === 0) return;
  await performEdit(stores, (current) => moveTasks(current, { positions }), `Tidy up ${countTasks(positions.size)}`);
}

function groupByContainer(taskPaths: readonly TaskPath[]): ReadonlyMap<TaskPath | undefined, readonly TaskPath[]> {
  const groups = new Map<TaskPath | undefined, TaskPath[]>();
  for (const taskPath of taskPaths) {
    const container = findContainerPath(taskPath);
    groups.set(container, [...(groups.get(container) ?? []), taskPath]);
  }
  return groups;
}

/** What the tasks of a container wait for; undefined: they have an order. */
function findContainerGraph(document: WorkflowDocument, container: TaskPath | undefined): Graph | undefined {
  if (container === undefined) return buildGraph(document);
  const task = locateTask(document, container)?.task;
  return task?.type === 'group' ? getGraph(task.subtasks ?? {}) : undefined;
}

/** The positions of some tasks, whose upper left corner stays. */
function layOutTasks(graph: Graph, boxes: readonly Box[]): ReadonlyMap<TaskPath, Point> {
  const bySegment = new Map(boxes.map((box) => [getLastSegment(box.taskPath), box]));
  const sized = [...bySegment].map(([segment, { width, height }]) => ({ segment, width, height }));
  const placed = arrangeLayers(sized, listJoints(graph), graph.wave);
  const corner = (points: readonly Point[]): Point => [
    Math.min(...points.map(([x]) => x)),
    Math.min(...points.map(([, y]) => y)),
  ];
  const [left, top] = corner(boxes.map(({ at }) => at));
  const [x0, y0] = corner([...placed.values()]);
  return new Map(
    [...placed].map(([segment, [x, y]]) => [
      bySegment.get(segment)?.taskPath ?? segment,
      [left + x - x0, top + y - y0],
    ]),
  );
}
