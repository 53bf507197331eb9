import { setPositions } from '@/workflow/commands/edits';
import type { Point, WorkflowDocument } from '@/workflow/document';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import { type Box, computeBoxesAround } from './boxes';
import { isTouching } from './node-geometry';

/** Pixels between a grown container and the tasks that it pushed aside. */
const gap = 24;

/**
 * The new positions of tasks that an unfolding container would cover, or that the containers around it would cover as
 * they grow with it. Tasks to its right move right, tasks below it move down. Nothing moves where there is room.
 */
export function makeRoom(document: WorkflowDocument, taskPath: TaskPath): ReadonlyMap<TaskPath, Point> {
  const { layout } = document;
  const after = {
    ...document,
    layout: { ...layout, collapsed: layout?.collapsed?.filter((one) => one !== taskPath) ?? [] },
  };
  return makeRoomAround(document, after, taskPath);
}

/**
 * The same for a container that has grown by an edit, and those around it. `instead`: what was in its place, if it is a
 * new one.
 */
export function makeRoomAround(
  document: WorkflowDocument,
  after: WorkflowDocument,
  taskPath: TaskPath,
  instead?: Pick<Box, 'width' | 'height'>,
): ReadonlyMap<TaskPath, Point> {
  const before = computeBoxesAround(document, taskPath);
  const moved = new Map<TaskPath, Point>();
  for (let at: TaskPath | undefined = taskPath; at !== undefined; at = findContainerPath(at)) {
    const boxes = computeBoxesAround(setPositions(after, moved), taskPath);
    const [old, grown] = [at === taskPath ? (instead ?? before.get(at)) : before.get(at), boxes.get(at)];
    if (!old || !grown) continue;
    const beside = [...boxes.values()].filter(
      (box) => box !== grown && findContainerPath(box.taskPath) === findContainerPath(grown.taskPath),
    );
    if (!beside.some((box) => isTouching(box, grown))) continue;
    for (const box of beside) {
      const to = computeAside(box, old, grown);
      if (to) moved.set(box.taskPath, to);
    }
  }
  return moved;
}

function computeAside(box: Box, old: Pick<Box, 'width' | 'height'>, grown: Box): Point | undefined {
  const [x, y] = box.at;
  const [left, top] = grown.at;
  const [wider, higher] = [grown.width - old.width, grown.height - old.height];
  if (x >= left + old.width) {
    return y < top + grown.height && y + box.height > top ? [x + Math.max(wider, gap), y] : undefined;
  }
  const isBelow = y >= top + old.height && x < left + grown.width + gap && x + box.width > left;
  return isBelow ? [x, y + Math.max(higher, gap)] : undefined;
}
