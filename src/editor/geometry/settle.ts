import { setPositions } from '@/workflow/commands/edits';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { type Box, computeBoxesAround } from './boxes';
import { makeRoomAround } from './make-room';
import { isTouching, type Rect, taskGap } from './node-geometry';

/** Pixels between a task that was put somewhere and those beside it. */
const gap = 24;

/** The tasks that a task was put between. */
interface Between {
  readonly from: TaskPath;
  readonly to: TaskPath;
}

/**
 * The document after tasks were put into a container, with room for them: they move down until they cover no other
 * task, what follows the edge that they were put on moves to the right, and what the containers around would cover as
 * they grow moves aside.
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
  const isPlaced = block.every(({ taskPath }) => opened.layout?.tasks?.[taskPath] !== undefined);
  const down = isPlaced ? freeBelow(block.map(getRect), others.map(getRect)) : 0;
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
export function freeBelow(block: readonly Rect[], others: readonly Rect[]): number {
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

/** Puts a task between two others; what is right of the second one moves on with it as far as is needed. */
function openEdge(document: WorkflowDocument, taskPath: TaskPath, { from, to }: Between): WorkflowDocument {
  const boxes = computeBoxesAround(document, taskPath);
  const [task, source, target] = [boxes.get(taskPath), boxes.get(from), boxes.get(to)];
  if (!task || !source || !target || target.at[0] < source.at[0] + source.width) return document;
  const left = source.at[0] + source.width + taskGap.x;
  const wanted = target.at[0] - task.width - taskGap.x;
  const at: Point = [Math.max(left, Math.min(task.at[0], wanted)), Math.round((source.at[1] + target.at[1]) / 2)];
  const by = at[0] + task.width + taskGap.x - target.at[0];
  const container = findContainerPath(taskPath);
  const moved: [TaskPath, Point][] = [[taskPath, at]];
  for (const box of by > 0 ? boxes.values() : []) {
    const isAfter = box.at[0] >= target.at[0] && box !== task && box !== source;
    if (isAfter && findContainerPath(box.taskPath) === container)
      moved.push([box.taskPath, [box.at[0] + by, box.at[1]]]);
  }
  return setPositions(document, moved);
}
