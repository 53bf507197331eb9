import type { AppStores } from '@/state/context';
import { moveTasks } from '@/workflow/commands/move-tasks';
import type { Point } from '@/workflow/document';
import { containerPath, outermost, type TaskPath } from '@/workflow/task-path';
import { type AlignWay, arranged } from '../geometry/align';
import { boxesAt } from '../geometry/boxes';
import { boxesUnder } from '../geometry/root-boxes';
import { countTasks, edit, selectedPaths } from './edit';

/** Aligns or distributes the selected tasks, at any depth, as one step of the history. */
export async function arrange(stores: AppStores, how: AlignWay): Promise<void> {
  const taskPaths = outermost(selectedPaths(stores));
  const { root } = stores.view.getState().canvas;
  const isSpread = how === 'horizontally' || how === 'vertically';
  await edit(
    stores,
    (document) => {
      const boxes = [...boxesAt(boxesUnder(document, root), taskPaths)].filter((box) => box !== undefined);
      const moves = arranged(boxes, how);
      const positions = new Map<TaskPath, Point>();
      for (const { taskPath, at } of boxes) {
        const [dx, dy] = moves.get(taskPath) ?? [0, 0];
        if (dx !== 0 || dy !== 0) positions.set(taskPath, within(taskPath, [at[0] + dx, at[1] + dy]));
      }
      return moveTasks(document, { positions });
    },
    `${isSpread ? 'Distribute' : 'Align'} ${countTasks(taskPaths.length)}`,
  );
}

/** A task in a container stays within its content. */
function within(taskPath: TaskPath, [x, y]: Point): Point {
  return containerPath(taskPath) === undefined ? [x, y] : [Math.max(x, 0), Math.max(y, 0)];
}
