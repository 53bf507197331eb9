import type { Point } from '@/workflow/document';

/** Where an arrow key points. */
export type ArrowDirection = 'left' | 'right' | 'up' | 'down';

/** The unit vector of each direction; down is positive, as on a screen. */
export const directions: { readonly [D in ArrowDirection]: Point } = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};
