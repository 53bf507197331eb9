import type { Point } from '@/workflow/document';
import type { TaskPath } from '@/workflow/task-path';
import type { Rect } from './node-geometry';

/** How tasks are arranged: at an edge or the middle of what they cover, or with equal gaps. */
export type AlignWay = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom' | 'horizontally' | 'vertically';

/** A task with its box; its position is that of the drawing. */
interface PlacedTask extends Rect {
  readonly taskPath: TaskPath;
}

/** How far each task moves to be arranged with the others. */
export function computeArranged(tasks: readonly PlacedTask[], how: AlignWay): ReadonlyMap<TaskPath, Point> {
  if (how === 'horizontally') return computeMoves(tasks, 'x', computeDistributed(tasks, 'x', 'width'));
  if (how === 'vertically') return computeMoves(tasks, 'y', computeDistributed(tasks, 'y', 'height'));
  const [axis, size] =
    how === 'left' || how === 'centre' || how === 'right' ? (['x', 'width'] as const) : (['y', 'height'] as const);
  const from = Math.min(...tasks.map((task) => task[axis]));
  const to = Math.max(...tasks.map((task) => task[axis] + task[size]));
  const part = how === 'left' || how === 'top' ? 0 : how === 'centre' || how === 'middle' ? 0.5 : 1;
  return computeMoves(
    tasks,
    axis,
    new Map(tasks.map((task) => [task.taskPath, from + (to - from - task[size]) * part])),
  );
}

/** Positions with equal gaps; the first and the last stay. */
function computeDistributed(
  tasks: readonly PlacedTask[],
  axis: 'x' | 'y',
  size: 'width' | 'height',
): ReadonlyMap<TaskPath, number> {
  const sorted = tasks.toSorted((a, b) => a[axis] - b[axis]);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const covered = sorted.reduce((sum, task) => sum + task[size], 0);
  const gap = (last[axis] + last[size] - first[axis] - covered) / Math.max(sorted.length - 1, 1);
  let next = first[axis];
  return new Map(
    sorted.map((task) => {
      const at = next;
      next += task[size] + gap;
      return [task.taskPath, at];
    }),
  );
}

function computeMoves(
  tasks: readonly PlacedTask[],
  axis: 'x' | 'y',
  to: ReadonlyMap<TaskPath, number>,
): ReadonlyMap<TaskPath, Point> {
  return new Map(
    tasks.map((task) => {
      const by = Math.round((to.get(task.taskPath) ?? task[axis]) - task[axis]);
      return [task.taskPath, axis === 'x' ? [by, 0] : [0, by]];
    }),
  );
}
