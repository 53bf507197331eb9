import type { Box } from './boxes';
import { computeLeastPan, isWhollyInView } from './fit';
import { computeBounds, type Viewport } from './node-geometry';

/** What of some tasks is not wholly in sight, and how the view moves to the next of it. */
export interface OutOfSight {
  readonly count: number;
  /** Where the next ones are. */
  readonly side: 'right' | 'below' | 'left' | 'above';
  readonly next: Viewport;
}

/** Free room at the left of the tasks that come into sight, in pixels of the screen. */
const room = 24;

/**
 * Counts the tasks that are not wholly in sight. The next ones are those below in the columns in sight, then those at
 * the right, and after the last one the first. Undefined: all are in sight.
 */
export function findOutOfSight(
  tasks: readonly Box[],
  viewport: Viewport,
  size: { readonly width: number; readonly height: number },
): OutOfSight | undefined {
  const hidden = tasks.filter((box) => !isWhollyInView(box, viewport, size));
  const { x, y, zoom } = viewport;
  const right = (size.width - x) / zoom;
  const bottom = (size.height - y) / zoom;
  const inOrder = [...hidden].sort((a, b) => a.x - b.x || a.y - b.y);
  const [first] = inOrder;
  if (first === undefined) return undefined;
  // What is larger than the view comes next only while it begins beyond it.
  const below = inOrder.filter(
    (box) =>
      box.x < right && (box.x + box.width) * zoom + x > 0 && box.y + box.height > bottom && box.y * zoom + y > room,
  );
  const atRight = inOrder.filter((box) => box.x + box.width > right && box.x * zoom + x > room);
  const target = below[0] ?? atRight[0] ?? first;
  const side = below.length > 0 ? 'below' : atRight.length > 0 ? 'right' : first.x * zoom + x < 0 ? 'left' : 'above';
  const column = computeBounds(hidden.filter((box) => box.x < target.x + target.width && box.x >= target.x)) ?? target;
  const isAside = side === 'right' || side === 'left';
  const shown = isAside ? { ...viewport, x: room - target.x * zoom } : viewport;
  return { count: hidden.length, side, next: computeLeastPan(side === 'below' ? target : column, shown, size) };
}
