import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { documentOf } from '@/workflow/sample.testing';
import { type Boxes, computeBoxes } from '../../geometry/boxes';
import { isTouching, type Rect } from '../../geometry/node-geometry';
import { computeBlock, plainZoom } from './overview-block';
import { nameHeight, namePoint, type PlacedName, placeNames } from './place-names';

const nameOf = (taskPath: string) => taskPath;
const onScreen = ({ box, width }: PlacedName, zoom: number): Rect => {
  const [x, y] = namePoint(box, zoom);
  return { x, y, width, height: nameHeight };
};
/** A grid of tasks, and beside it groups of as many. */
function grid(columns: number, rows: number, groups: number): Boxes {
  const ids = Array.from({ length: columns * rows }, (_, index) => `t${index}`);
  const subtasks = Object.fromEntries(ids.map((id) => [id, { type: 'atomic' }]));
  const all = Array.from({ length: groups }, (_, index) => [`group${index}`, { type: 'group', subtasks }] as const);
  const places = ids.map((id, index): [string, [number, number]] => [
    id,
    [(index % columns) * 272, Math.floor(index / columns) * 142],
  ]);
  const besides = all.map(([id], index): [string, [number, number]] => [id, [9000 * (index + 1), 0]]);
  return computeBoxes(
    documentOf(
      { ...subtasks, ...Object.fromEntries(all) },
      { layout: { tasks: Object.fromEntries([...places, ...besides]) } },
    ),
  );
}

describe('the names at low zoom', () => {
  it('cover neither each other nor another block, at the zoom they are placed for and up to the next', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 6 }),
        fc.nat(3),
        fc.double({ min: 0.02, max: 0.4, noNaN: true }),
        fc.double({ min: 1, max: 1.19, noNaN: true }),
        (columns, rows, groups, placedFor, larger) => {
          const boxes = grid(columns, rows, groups);
          const zoom = placedFor * larger;
          const names = placeNames(boxes, placedFor, nameOf);
          const rects = names.map((name) => onScreen(name, zoom));
          for (const [index, rect] of rects.entries()) {
            for (const other of rects.slice(index + 1)) expect(isTouching(rect, other)).toBe(false);
          }
          if (zoom < plainZoom || placedFor < plainZoom) return;
          const blocks = [...boxes.values()].filter(({ open }) => !open).map((box) => computeBlock(box, zoom));
          const ofTasks = names.flatMap(({ box }, index) => (box.open ? [] : [rects[index] as Rect]));
          for (const rect of ofTasks) expect(blocks.some((block) => isTouching(rect, block))).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('are those of the containers before those of tasks, and some of them at every zoom', () => {
    const boxes = grid(10, 10, 2);
    for (const zoom of [0.39, 0.3, 0.2, 0.1, 0.05, 0.03]) {
      const names = placeNames(boxes, zoom, nameOf);
      expect(names.slice(0, 2).map(({ box }) => box.taskPath)).toEqual(['group0', 'group1']);
      expect(names.length).toBeGreaterThan(2);
    }
  });

  it('of all tasks are there where blocks have room below them', () => {
    expect(placeNames(grid(10, 10, 0), 0.39, nameOf)).toHaveLength(100);
  });
});
