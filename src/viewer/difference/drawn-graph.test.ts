import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Point } from '@/workflow/document';
import { boxSize, computeWholeRegion, selectPartInRegion } from './drawn-graph';

/** A grid of tasks, each after the one to the left of it. */
function grid(columns: number, rows: number) {
  const ids = Array.from({ length: columns * rows }, (_, index) => `t${index}`);
  const places = new Map(
    ids.map((id, index): [string, Point] => [id, [(index % columns) * 260, Math.floor(index / columns) * 76]]),
  );
  const tasks = ids.map((id) => ({ id, label: id, note: 'same', kind: 'same' as const }));
  const edges = ids.flatMap((to, index) =>
    index % columns === 0 ? [] : [{ from: ids[index - 1] ?? '', to, kind: 'same' as const }],
  );
  return { graph: { tasks, edges }, places };
}

const { graph, places } = grid(40, 25);

it('draws all that a region touches, and little more', () => {
  const whole = computeWholeRegion(places);
  expect(selectPartInRegion(graph, places, whole)).toEqual(graph);
  const side = fc.integer({ min: 1, max: 1500 });
  fc.assert(
    fc.property(
      fc.integer({ min: -12, max: 10_400 }),
      fc.integer({ min: -12, max: 1900 }),
      side,
      side,
      (x, y, w, h) => {
        const part = selectPartInRegion(graph, places, { x, y, width: w, height: h });
        const drawn = new Set(part.tasks.map(({ id }) => id));
        for (const [id, [left, top]] of places) {
          const isInside = left < x + w && left + boxSize.width > x && top < y + h && top + boxSize.height > y;
          if (isInside) expect(drawn).toContain(id);
        }
        // A box more on each side.
        expect(drawn.size).toBeLessThanOrEqual((w / 260 + 4) * (h / 76 + 3));
        const known = new Map(part.edges.map((edge) => [edge.to, edge]));
        for (const edge of graph.edges) {
          const [from = [0, 0], to = [0, 0]] = [places.get(edge.from), places.get(edge.to)];
          const between = from[0] + boxSize.width < x + w && to[0] > x && from[1] + 22 < y + h && from[1] + 22 > y;
          if (between) expect(known.get(edge.to)).toBe(edge);
        }
      },
    ),
  );
});

it('leaves out what has no place', () => {
  const more = [...graph.tasks, { id: 'lost', label: '', note: '', kind: 'added' as const }];
  const edges = [...graph.edges, { from: 'lost', to: 't0', kind: 'added' as const }];
  expect(selectPartInRegion({ tasks: more, edges }, places, computeWholeRegion(places))).toEqual(graph);
});
