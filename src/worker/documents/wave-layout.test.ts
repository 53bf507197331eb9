import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOutInWaves } from './wave-layout';

const graph = fc.tuple(
  fc.array(fc.tuple(fc.integer({ min: 10, max: 300 }), fc.integer({ min: 10, max: 200 })), {
    minLength: 1,
    maxLength: 20,
  }),
  fc.array(fc.tuple(fc.nat(25), fc.nat(25)), { maxLength: 40 }),
);

it('covers no box by another, and puts each behind what it waits for', () => {
  fc.assert(
    fc.property(graph, ([sizes, pairs]) => {
      const nodes = sizes.map(([width, height], index) => ({ id: `n${index}`, width, height }));
      // Only forward edges, so there are no cycles. Some lead to boxes that do not exist.
      const edges = pairs.map(([a, b]) => ({ from: `n${Math.min(a, b)}`, to: `n${Math.max(a, b) + 1}` }));
      const placed = layOutInWaves(nodes, edges);
      const boxes = nodes.map(({ id, width, height }) => {
        const [x, y] = placed.get(id) ?? [Number.NaN, Number.NaN];
        return { id, x, y, right: x + width, bottom: y + height };
      });
      for (const box of boxes) {
        expect(box.x >= 0 && box.y >= 0).toBe(true);
        for (const other of boxes) {
          if (other === box) continue;
          const isApart =
            box.right <= other.x || other.right <= box.x || box.bottom <= other.y || other.bottom <= box.y;
          expect(isApart).toBe(true);
        }
      }
      const byId = new Map(boxes.map((box) => [box.id, box]));
      for (const { from, to } of edges) {
        const [a, b] = [byId.get(from), byId.get(to)];
        if (a && b) expect(a.right).toBeLessThan(b.x);
      }
    }),
  );
});

it('places what waits in a circle too, and a chain of any length', () => {
  const nodes = Array.from({ length: 10_000 }, (_, n) => ({ id: `n${n}`, width: 200, height: 50 }));
  const chain = nodes.slice(1).map(({ id }, n) => ({ from: `n${n}`, to: id }));
  expect(layOutInWaves(nodes, chain).size).toBe(10_000);
  const circle = [...chain, { from: 'n9999', to: 'n0' }];
  expect(layOutInWaves(nodes, circle).size).toBe(10_000);
});
