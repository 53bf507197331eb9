import type { Point } from '@/workflow/document';
import { findContainerPath, type TaskPath } from '@/workflow/task-path';
import type { Box, Boxes } from '../../geometry/boxes';
import type { Rect } from '../../geometry/node-geometry';
import { computeBlock, plainZoom } from './overview-block';

/** A name that is shown in the overview. */
export interface PlacedName {
  readonly box: Box;
  /** In pixels of the screen. */
  readonly width: number;
}

/** Height of a name, in pixels of the screen. */
export const nameHeight = 14;
/** A rough width of a character: measuring ten thousand names would take longer than drawing them. */
const characterWidth = 6.2;
const longestName = 150;
/** Less than this of a name says nothing. */
const shortestName = 44;
/** Between the frame of a container and its name. */
const inset = 5;
/** Around each name that lies on blocks without details. */
const roomAround = 28;

/**
 * Chooses which names to show at a zoom: those of the largest containers first, then those of tasks, as many as fit
 * without covering each other. Those of tasks cover no block while blocks have details. At a larger zoom they fit too,
 * because tasks move apart and names stay as large as they are. `nameOf` is asked only for names that may have room.
 */
export function placeNames(boxes: Boxes, zoom: number, nameOf: (taskPath: TaskPath) => string): readonly PlacedName[] {
  const placing = placeNamesInSteps(boxes, zoom, nameOf);
  for (;;) {
    const { done, value } = placing.next();
    if (done) return value;
  }
}

/** As {@link placeNames}, but it stops after each task, so that the page can answer in between. */
export function* placeNamesInSteps(
  boxes: Boxes,
  zoom: number,
  nameOf: (taskPath: TaskPath) => string,
): Generator<void, readonly PlacedName[]> {
  const all = [...boxes.values()];
  const containers = all.filter(({ open }) => open).sort((a, b) => b.width * b.height - a.width * a.height);
  const tasks = all.filter(({ open }) => !open);
  const taken = new Taken();
  const isPlain = zoom < plainZoom;
  const names: PlacedName[] = [];
  const placeName = (box: Box, most: number, around: number) => {
    const [x, y] = namePoint(box, zoom);
    const short = { x, y, width: shortestName, height: nameHeight };
    if (taken.touches(growRect(short, around))) return;
    const wanted = Math.min(most, nameOf(box.taskPath).length * characterWidth + 2);
    const isFree = !taken.touches(growRect({ ...short, width: wanted }, around));
    const width = isFree ? wanted : Math.min(wanted, shortestName);
    taken.add({ ...short, width });
    names.push({ box, width });
  };
  for (const box of containers) {
    const frame = box.width * zoom - 2 * inset;
    placeName(box, isPlain ? longestName : Math.max(shortestName, Math.min(frame, longestName)), 2);
  }
  for (const box of isPlain ? [] : tasks) {
    taken.add(computeBlock(box, zoom));
    yield;
  }
  for (const box of tasks) {
    const holder = isPlain ? undefined : boxes.get(findContainerPath(box.taskPath) ?? '');
    const end = namePoint(box, zoom)[1] + nameHeight;
    // A name below the last row of a container would stand outside of it.
    if (holder === undefined || end <= (holder.y + holder.height) * zoom)
      placeName(box, longestName, isPlain ? roomAround : 2);
    yield;
  }
  return names;
}

/** Where the name of a box begins, in pixels of the screen from the canvas's origin: in its frame, or at its block. */
export function namePoint(box: Box, zoom: number): Point {
  if (box.open) return [box.x * zoom + inset, box.y * zoom + 3];
  const block = computeBlock(box, zoom);
  return [block.x, zoom < plainZoom ? block.y : block.y + block.height + 1];
}

function growRect({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by / 2, width: width + 2 * by, height: height + by };
}

/** Rectangles that are taken, found by the cells of a grid. */
class Taken {
  readonly #cell = 96;
  readonly #cells = new Map<string, Rect[]>();

  add(rect: Rect): void {
    for (const key of this.#keysOf(rect)) {
      const known = this.#cells.get(key);
      if (known) known.push(rect);
      else this.#cells.set(key, [rect]);
    }
  }

  touches(rect: Rect): boolean {
    for (const key of this.#keysOf(rect)) {
      if (this.#cells.get(key)?.some((other) => isOverlapping(rect, other))) return true;
    }
    return false;
  }

  *#keysOf({ x, y, width, height }: Rect): Generator<string> {
    const [left, top] = [Math.floor(x / this.#cell), Math.floor(y / this.#cell)];
    const [right, bottom] = [Math.floor((x + width) / this.#cell), Math.floor((y + height) / this.#cell)];
    for (let column = left; column <= right; column++) {
      for (let row = top; row <= bottom; row++) yield `${column} ${row}`;
    }
  }
}

function isOverlapping(a: Rect, b: Rect): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
