import type { AppStores } from '@/state/context';
import { moveTasks } from '@/workflow/commands/move-tasks';
import type { Point } from '@/workflow/document';
import { findContainerPath, selectOutermost, type TaskPath } from '@/workflow/task-path';
import { type AlignWay, computeArranged } from '../geometry/align';
import { walkBoxesAt } from '../geometry/boxes';
import { computeBoxesUnder } from '../geometry/root-boxes';
import { countTasks, listSelectedPaths, performEdit } from './edit';

/** Aligns or distributes the selected tasks, at any depth, as one step of the history. */
export async function arrangeSelected(stores: AppStores, how: AlignWay): Promise<void> {
  const taskPaths = selectOutermost(listSelectedPaths(stores));
  const { root } = stores.view.getState().canvas;
  const isSpread = how === 'horizontally' || how === 'vertically';
  await performEdit(
    stores,
    (document) => {
      const boxes = [...walkBoxesAt(computeBoxesUnder(document, root), taskPaths)].filter((box) => box !== undefined);
      const moves = computeArranged(boxes, how);
      const positions = new Map<TaskPath, Point>();
      for (const { taskPath, at } of boxes) {
        const [dx, dy] = moves.get(taskPath) ?? [0, 0];
        if (dx !== 0 || dy !== 0) positions.set(taskPath, keepWithin(taskPath, [at[0] + dx, at[1] + dy]));
      }
      return moveTasks(document, { positions });
    },
    `${isSpread ? 'Distribute' : 'Align'} ${countTasks(taskPaths.length)}`,
  );
}

/** A task in a container stays within its content. */
function keepWithin(taskPath: TaskPath, [x, y]: Point): Point {
  return findContainerPath(taskPath) === undefined ? [x, y] : [Math.max(x, 0), Math.max(y, 0)];
}
