import type { Rect } from '../../geometry/node-geometry';

/** The largest size of a block on the screen, in pixels. */
const largest = { width: 72, height: 26 } as const;
/** Below this zoom a block has no details and is filled with the colour of its status. */
export const plainZoom = 0.15;

/** The block of a task in the overview, in pixels of the screen from the canvas's origin. */
export function computeBlock(box: Rect, zoom: number): Rect {
  const width = Math.min(box.width * zoom, largest.width);
  const height = Math.min(box.height * zoom, largest.height);
  const x = box.x * zoom + (box.width * zoom - width) / 2;
  const y = box.y * zoom + (box.height * zoom - height) / 2;
  return { x, y, width, height };
}
