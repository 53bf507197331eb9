import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFirstFit, computeFit, computeLeastPan, isWhollyInView, listCovers } from './fit';
import { isTouching, type Rect, type Viewport } from './node-geometry';

const size = { width: 1028, height: 650 };

const onScreen = (bounds: Rect, { x, y, zoom }: Viewport): Rect => ({
  x: bounds.x * zoom + x,
  y: bounds.y * zoom + y,
  width: bounds.width * zoom,
  height: bounds.height * zoom,
});
const rect = fc.record({
  x: fc.integer({ min: -3000, max: 3000 }),
  y: fc.integer({ min: -3000, max: 3000 }),
  width: fc.integer({ min: 200, max: 4000 }),
  height: fc.integer({ min: 74, max: 4000 }),
});

describe('what a canvas shows', () => {
  it('is everything, at 100 % where there is room, with 24 around', () => {
    expect(computeFit({ x: 0, y: 0, width: 980, height: 400 }, size)).toEqual({ x: 24, y: 125, zoom: 1 });
    expect(computeFit({ x: 0, y: 0, width: 1960, height: 400 }, size).zoom).toBe(0.5);
    expect(computeFit({ x: 0, y: 0, width: 90_000, height: 400 }, size).zoom).toBe(0.04);
  });

  it('has less around it, but at least 16, where titles have 12 px by that', () => {
    expect(computeFit({ x: 0, y: 0, width: 1070, height: 400 }, size).zoom).toBe(12 / 13);
    expect(computeFit({ x: 0, y: 0, width: 1060, height: 400 }, size).zoom).toBe(980 / 1060);
    expect(computeFit({ x: 0, y: 0, width: 1080, height: 400 }, size).zoom).toBe(980 / 1080);
  });

  it('has nothing under what lies over the canvas, and loses the least by that', () => {
    fc.assert(
      fc.property(rect, fc.boolean(), (bounds, isMapShown) => {
        const covers = listCovers(size, isMapShown);
        const viewport = computeFit(bounds, size, covers);
        const shown = onScreen(bounds, viewport);
        expect(covers.some((cover) => isTouching(cover, shown))).toBe(false);
        const room = Math.abs(viewport.zoom - 12 / 13) < 1e-9 ? 16 : 24;
        expect(shown.x).toBeGreaterThan(room - 0.1);
        expect(shown.y + shown.height).toBeLessThan(size.height - room + 0.1);
        expect(viewport.zoom).toBeLessThanOrEqual(computeFit(bounds, size).zoom);
      }),
    );
    const high = { x: 0, y: 0, width: 400, height: 602 };
    expect(computeFit(high, size, listCovers(size, true))).toEqual(computeFit(high, size));
  });

  it('is the first column where the canvas is narrow and all of it would be small', () => {
    const bounds = { x: 100, y: 0, width: 2000, height: 300 };
    const column = { x: 100, y: 50, width: 200, height: 100 };
    const narrow = { width: 390, height: 600 };
    expect(computeFirstFit(bounds, column, narrow, [])).toEqual({ x: 24 - 93, y: 253.5 - 46.5, zoom: 0.93 });
    expect(computeFirstFit(bounds, column, size, []).zoom).toBeCloseTo(0.49);
    expect(computeFirstFit(column, column, narrow, []).zoom).toBe(1);
  });
});

describe('the least pan', () => {
  const viewports = fc.record({
    x: fc.integer({ min: -2000, max: 2000 }),
    y: fc.integer({ min: -2000, max: 2000 }),
    zoom: fc.constantFrom(0.25, 0.5, 1),
  });

  it('keeps the zoom, brings what has room into sight with 24 around, and moves nothing that is', () => {
    fc.assert(
      fc.property(rect, viewports, ({ x, y }, viewport) => {
        const bounds = { x, y, width: 200, height: 74 };
        const next = computeLeastPan(bounds, viewport, size);
        const wide = {
          x: x - 24 / next.zoom,
          y: y - 24 / next.zoom,
          width: 200 + 48 / next.zoom,
          height: 74 + 48 / next.zoom,
        };
        expect(next.zoom).toBe(viewport.zoom);
        expect(
          isWhollyInView(wide, { ...next, x: next.x + 1e-6, y: next.y + 1e-6 }, { width: 1028.1, height: 650.1 }),
        ).toBe(true);
        expect(computeLeastPan(bounds, next, size)).toBe(next);
      }),
    );
  });

  it('moves only as far as it must', () => {
    const at = { x: 0, y: 0, zoom: 1 };
    expect(computeLeastPan({ x: 24, y: 24, width: 200, height: 74 }, at, size)).toBe(at);
    expect(computeLeastPan({ x: 900, y: 24, width: 200, height: 74 }, at, size)).toEqual({ x: -96, y: 0, zoom: 1 });
    // Too large: its upper left corner.
    expect(computeLeastPan({ x: 100, y: 50, width: 2000, height: 74 }, at, size)).toEqual({ x: -76, y: 0, zoom: 1 });
  });
});
