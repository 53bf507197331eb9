import type { Point } from '@/workflow/document';
import type { Positions } from '../canvas/node-geometry';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The unit vector of each direction; down is positive, as on a screen. */
export const directions: { readonly [D in Direction]: Point } = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

/** The task that an arrow key goes to: the nearest in that direction, what lies straight ahead being nearer than what is aside. */
export function neighbour(positions: Positions, id: string, direction: Direction): string | undefined {
  const from = positions.get(id);
  if (!from) return undefined;
  const [dx, dy] = directions[direction];
  let nearest = Number.POSITIVE_INFINITY;
  let found: string | undefined;
  for (const [other, at] of positions) {
    const along = (at[0] - from[0]) * dx + (at[1] - from[1]) * dy;
    const aside = Math.abs((at[0] - from[0]) * dy) + Math.abs((at[1] - from[1]) * dx);
    if (other === id || along <= 0 || aside > 3 * along) continue;
    const distance = along + 2 * aside;
    if (distance >= nearest) continue;
    nearest = distance;
    found = other;
  }
  return found;
}

/** Where walking begins when nothing is selected: the task furthest to the left, the upper one of equals. */
export function firstTask(positions: Positions): string | undefined {
  let found: readonly [string, Point] | undefined;
  for (const entry of positions) {
    const [, [x, y]] = entry;
    if (!found || x < found[1][0] || (x === found[1][0] && y < found[1][1])) found = entry;
  }
  return found?.[0];
}
