import { setPositions } from '@/workflow/commands/edits';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { type Box, computeBoxesAround } from './boxes';
import { makeRoomAround } from './make-room';
import { containerPadding, isTouching, type Rect, taskGap } from './node-geometry';

/** Pixels between a task that was put somewhere and those beside it. */
const gap = 24;

/** The tasks that a task was put between. */
interface Between {
  readonly from: TaskPath;
  readonly to: TaskPath;
}

/**
 * The document after tasks were put into a container, with room for them: they move down until they cover no other
 * task, and what the containers around would cover as they grow moves aside. What was put on an edge lies where it was
 * put: what is before it there makes room to the left, and what follows to the right.
 */
export function settleTasks(
  before: WorkflowDocument,
  after: WorkflowDocument,
  taskPaths: readonly TaskPath[],
  between?: Between,
): WorkflowDocument {
  const [first] = taskPaths;
  if (first === undefined) return after;
  const container = findContainerPath(first);
  const opened = between === undefined ? after : openEdge(after, first, between);
  const beside = [...computeBoxesAround(opened, first).values()].filter(
    (box) => findContainerPath(box.taskPath) === container,
  );
  const put = new Set(taskPaths);
  const block = beside.filter(({ taskPath }) => put.has(taskPath));
  const others = beside.filter(({ taskPath }) => !put.has(taskPath));
  const isPlaced =
    between === undefined && block.every(({ taskPath }) => opened.layout?.tasks?.[taskPath] !== undefined);
  const down = isPlaced ? findFreeBelow(block.map(getRect), others.map(getRect)) : 0;
  const lowered =
    down === 0
      ? opened
      : setPositions(
          opened,
          block.map(({ taskPath, at }) => [taskPath, [at[0], at[1] + down] as const] as const),
        );
  return container === undefined ? lowered : setPositions(lowered, makeRoomAround(before, lowered, container));
}

function getRect({ at: [x, y], width, height }: Box): Rect {
  return { x, y, width, height };
}

/** How far these must move down, in pixels, so that they keep clear of others. */
function findFreeBelow(block: readonly Rect[], others: readonly Rect[]): number {
  let down = 0;
  for (;;) {
    let needed = 0;
    for (const { x, y, width, height } of block) {
      const wide = { x: x - gap + 1, y: y + down - gap + 1, width: width + 2 * gap - 2, height: height + 2 * gap - 2 };
      for (const other of others) {
        if (isTouching(wide, other)) needed = Math.max(needed, other.y + other.height + gap - (y + down));
      }
    }
    if (needed === 0) return down;
    down += needed;
  }
}

/** Makes room for a task at both sides of it, as far as is needed. Nothing in a container can go left of its border. */
function openEdge(document: WorkflowDocument, taskPath: TaskPath, { from, to }: Between): WorkflowDocument {
  const boxes = computeBoxesAround(document, taskPath);
  const [task, source, target] = [boxes.get(taskPath), boxes.get(from), boxes.get(to)];
  if (!task || !source || !target || target.at[0] < source.at[0] + source.width) return document;
  const container = findContainerPath(taskPath);
  const beside = [...boxes.values()].filter((box) => box !== task && findContainerPath(box.taskPath) === container);
  const before = beside.filter((box) => box.at[0] + box.width <= source.at[0] + source.width);
  const after = beside.filter((box) => box.at[0] >= target.at[0]);
  const wanted = Math.max(source.at[0] + source.width + taskGap.x - task.at[0], 0);
  const free = container === undefined ? wanted : Math.min(...before.map((box) => box.at[0] - containerPadding));
  const left = Math.min(wanted, Math.max(free, 0));
  const at: Point = [task.at[0] + wanted - left, task.at[1]];
  const right = Math.max(at[0] + task.width + taskGap.x - target.at[0], 0);
  const moveBy = (some: readonly Box[], by: number): [TaskPath, Point][] =>
    by === 0 ? [] : some.map((box) => [box.taskPath, [box.at[0] + by, box.at[1]]]);
  return setPositions(document, [[taskPath, at], ...moveBy(before, -left), ...moveBy(after, right)]);
}
