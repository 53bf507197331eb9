import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentOf } from '@/workflow/sample.testing';
import { type Boxes, computeBoxes } from '../../geometry/boxes';
import { Obstacles } from '../../geometry/edge-routes';
import type { Rect } from '../../geometry/node-geometry';
import { barZoom, computeBar, findBarEnd, nameHeight, placeBarName, placeHeadName } from './bars';

const task = { type: 'atomic' };

/** Tasks and containers of three steps, each at its place; without places as the canvas lays them out. */
function draw(places: readonly [number, number][], containers: number, isPlaced = true): Boxes {
  const ids = places.map((_, index) => `${index < containers ? 'group' : 't'}${index}`);
  const tasks = Object.fromEntries(
    ids.map((id, index) => [
      id,
      index < containers ? { type: 'group', subtasks: { one: task, two: task, three: task } } : task,
    ]),
  );
  const stored: Record<string, [number, number]> = {};
  for (const [index, id] of ids.entries()) stored[id] = places[index] ?? [0, 0];
  return computeBoxes(documentOf(tasks, isPlaced ? { layout: { tasks: stored } } : {}));
}

/** The bars at a zoom, and all names with the ring that takes the most of their room away, and without. */
function measure(boxes: Boxes, zoom: number) {
  const obstacles = new Obstacles();
  obstacles.follow(boxes);
  const bars = [...boxes.values()].flatMap((box) => (box.open ? [] : [{ box, bar: computeBar(box, zoom, obstacles) }]));
  const names: Rect[] = [...boxes.values()].flatMap((box) => {
    const bar = bars.find((one) => one.box === box)?.bar;
    const place = bar ? placeBarName(bar, false) : placeHeadName(box, zoom, obstacles, false);
    return place === undefined || place.width <= 0 ? [] : [{ ...place, height: nameHeight }];
  });
  return { bars, names };
}

const overlaps = (a: Rect, b: Rect): boolean =>
  a.x + 0.001 < b.x + b.width &&
  b.x + 0.001 < a.x + a.width &&
  a.y + 0.001 < b.y + b.height &&
  b.y + 0.001 < a.y + a.height;

const zooms = fc.double({ min: barZoom, max: 0.4, noNaN: true });

describe('the bars at low zoom', () => {
  it('have names that never lie on each other, wherever tasks and containers are', () => {
    const places = fc.array(fc.tuple(fc.integer({ min: 0, max: 1400 }), fc.integer({ min: 0, max: 900 })), {
      minLength: 1,
      maxLength: 14,
    });
    fc.assert(
      fc.property(places, fc.nat(3), zooms, (all, containers, zoom) => {
        const { names } = measure(draw(all, containers), zoom);
        for (const [index, name] of names.entries())
          for (const other of names.slice(index + 1)) expect(overlaps(name, other)).toBe(false);
      }),
      {
        numRuns: 100,
        // A task and a container begin at one place.
        examples: [
          [
            [
              [4, 0],
              [0, 0],
              [0, 0],
              [4, 0],
              [0, 22],
            ],
            3,
            0.25,
          ],
        ],
      },
    );
  });

  it('each have room for a name and keep off each other as the canvas lays tasks out', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.nat(4), zooms, (count, containers, zoom) => {
        const boxes = draw(
          Array.from({ length: count }, (): [number, number] => [0, 0]),
          containers,
          false,
        );
        const { bars, names } = measure(boxes, zoom);
        expect(names).toHaveLength(boxes.size);
        for (const [index, { bar }] of bars.entries())
          for (const other of bars.slice(index + 1)) expect(overlaps(bar, other.bar)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('are 24 high and grow into free space, up to 120 and at least 16 before the next thing', () => {
    const boxes = draw(
      [
        [0, 0],
        [260, 0],
        [0, 110],
        [400, 110],
        [0, 220],
      ],
      0,
    );
    const at = (id: string, zoom: number) => measure(boxes, zoom).bars.find(({ box }) => box.taskPath === id)?.bar;
    expect(at('t0', 0.3)).toMatchObject({ x: 0, width: 260 * 0.3 - 16, height: 24 });
    expect(at('t1', 0.3)).toMatchObject({ width: 120 });
    expect(at('t2', 0.3)).toMatchObject({ width: 400 * 0.3 - 16 });
    // Between two others, 110 apart, it is as high as the row less 4.
    expect(at('t2', 0.25)?.height).toBeCloseTo(110 * 0.25 - 4);
    expect(at('t2', 0.3)?.height).toBe(24);
  });

  it('keep off what is at their right for another reason', () => {
    const boxes = draw([[0, 0]], 0);
    const obstacles = new Obstacles();
    obstacles.follow(boxes);
    const [box] = boxes.values();
    expect(box && computeBar(box, 0.3, obstacles, 296).width).toBeCloseTo(296 * 0.3 - 16);
  });

  it('end within the view, as long as their task does', () => {
    const task = { x: 100, y: 0, width: 200, height: 74 };
    expect(findBarEnd(task, 320)).toBe(320);
    expect(findBarEnd(task, 320, 310)).toBe(310);
    expect(findBarEnd(task, 299, 310)).toBe(310);
    expect(findBarEnd(task, 299)).toBe(Number.POSITIVE_INFINITY);
  });
});
