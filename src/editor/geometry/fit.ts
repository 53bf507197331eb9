import { isTouching, type Rect, type Viewport } from './node-geometry';

/** Free room that what is shown has around it, in pixels of the screen. */
const room = 24;
/** It is at least this where that makes titles legible: 13 px at 100 %, they need 12. */
const legible = { room: 16, zoom: 12 / 13 } as const;
/** A canvas narrower than this opens at this zoom, on its first column, where all of it would be smaller. */
const narrow = { width: 720, zoom: 0.93 } as const;
/** Whether a canvas has room for a part of its tasks only. One without a size yet is not narrow. */
export const isNarrowCanvas = ({ width }: Size): boolean => width > 0 && width < narrow.width;
/** The smallest and the largest zoom. */
export const zoomLimits = { min: 0.04, max: 2 } as const;

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 * The viewport that shows `bounds` in the middle of a canvas of this size, at 100 % zoom or less, beside what lies over
 * the canvas at its lower corners (`covers`).
 */
export function computeFit(bounds: Rect, size: Size, covers: readonly Rect[] = []): Viewport {
  const whole: Rect = { x: 0, y: 0, ...size };
  const fits = [whole, ...listFreeParts(whole, covers)].map((part) => computeFitIn(bounds, part));
  const free = fits.filter((viewport) => !covers.some((cover) => isTouching(cover, mapRect(bounds, viewport))));
  const [first, ...others] = free.length > 0 ? free : fits;
  return others.reduce(
    (best, one) => (one.zoom > best.zoom ? one : best),
    first ?? { x: 0, y: 0, zoom: zoomLimits.min },
  );
}

/** The parts of a canvas above, and beside, what lies over it. */
function listFreeParts({ width, height }: Rect, covers: readonly Rect[]): Rect[] {
  if (covers.length === 0) return [];
  const left = Math.max(0, ...covers.filter(({ x }) => x < width / 2).map((cover) => cover.x + cover.width));
  const right = Math.min(width, ...covers.filter(({ x }) => x >= width / 2).map(({ x }) => x));
  const bottom = Math.min(...covers.map(({ y }) => y));
  return [
    { x: 0, y: 0, width, height: bottom },
    { x: left, y: 0, width: right - left, height },
  ];
}

function computeFitIn(bounds: Rect, part: Rect): Viewport {
  const computeZoom = (around: number) =>
    Math.min((part.width - 2 * around) / bounds.width, (part.height - 2 * around) / bounds.height, 1);
  const wide = computeZoom(room);
  const fit = wide < legible.zoom && computeZoom(legible.room) >= legible.zoom ? legible.zoom : wide;
  const zoom = Math.max(fit, zoomLimits.min);
  return {
    x: part.x + part.width / 2 - (bounds.x + bounds.width / 2) * zoom,
    y: part.y + part.height / 2 - (bounds.y + bounds.height / 2) * zoom,
    zoom,
  };
}

/** A rectangle of the canvas in pixels of the screen. */
function mapRect({ x, y, width, height }: Rect, { zoom, ...offset }: Viewport): Rect {
  return { x: x * zoom + offset.x, y: y * zoom + offset.y, width: width * zoom, height: height * zoom };
}

/** The viewport with which a canvas opens: all of it or, where that is narrow, its first column in a readable size. */
export function computeFirstFit(bounds: Rect, firstColumn: Rect, size: Size, covers: readonly Rect[]): Viewport {
  const fit = computeFit(bounds, size, covers);
  if (!isNarrowCanvas(size) || fit.zoom >= narrow.zoom) return fit;
  const { zoom } = narrow;
  const height = firstColumn.height * zoom;
  const top = Math.max(room, (size.height - height) / 2);
  return { x: room - bounds.x * zoom, y: top - firstColumn.y * zoom, zoom };
}

/**
 * The viewport moved by the least that brings these, with room around them, into sight; the same object if they are. Of
 * what is too large, the upper left corner is shown.
 */
export function computeLeastPan(bounds: Rect, viewport: Viewport, size: Size): Viewport {
  const { x, y, width, height } = mapRect(bounds, viewport);
  const by = [computeShift(x, width, size.width), computeShift(y, height, size.height)] as const;
  return by[0] === 0 && by[1] === 0 ? viewport : { ...viewport, x: viewport.x + by[0], y: viewport.y + by[1] };
}

function computeShift(from: number, length: number, size: number): number {
  if (from < room || length > size - 2 * room) return room - from;
  return Math.min(0, size - room - (from + length));
}

/** Whether all of these are within a canvas of a size. */
export function isWhollyInView(bounds: Rect, viewport: Viewport, size: Size): boolean {
  const { x, y, width, height } = mapRect(bounds, viewport);
  return x >= 0 && y >= 0 && x + width <= size.width && y + height <= size.height;
}

/** The map of the workflow, at the lower right corner of a canvas, in pixels of the screen. */
export const mapSize = { width: 152, height: 100 } as const;
const inset = 12;
/** A smaller canvas has no map. */
const leastForMap = { width: 600, height: 400 } as const;

export const hasRoomForMap = ({ width, height }: Size): boolean =>
  width >= leastForMap.width && height >= leastForMap.height;

/** Where the map is. */
export function computeMapRect({ width, height }: Size): Rect {
  return { x: width - inset - mapSize.width, y: height - inset - mapSize.height, ...mapSize };
}

/** What lies over a canvas. */
export function listCovers(size: Size, isMapShown: boolean): readonly Rect[] {
  return isMapShown && hasRoomForMap(size) ? [computeMapRect(size)] : [];
}
