import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeChainLengths } from '@/workflow/graph/graph';
import { arrangeLayers } from './arrange-layers';
import { nodeHeight, nodeWidth } from './node-geometry';

const size = { width: nodeWidth, height: nodeHeight };

/** The places of boxes of one size, or of their own, with these lines between them. */
function place(lines: readonly string[], sizes: Readonly<Record<string, { width: number; height: number }>> = {}) {
  const edges = lines.flatMap((line) => {
    const [from = '', ...to] = line.split(' ');
    return to.map((one) => ({ from, to: one }));
  });
  const ids = [...new Set(lines.flatMap((line) => line.split(' ')))];
  const boxes = ids.map((segment) => ({ segment, ...(sizes[segment] ?? size) }));
  const placed = arrangeLayers(boxes, edges, computeChainLengths(ids, edges));
  return (id: string) => placed.get(id) ?? expect.unreachable(id);
}

describe('arrangeLayers', () => {
  it('has columns 260 apart and rows 110', () => {
    const at = place(['a b c', 'b d', 'c d']);
    expect(at('b')[0] - at('a')[0]).toBe(260);
    expect(at('d')[0] - at('b')[0]).toBe(260);
    expect(at('c')[1] - at('b')[1]).toBe(110);
    // What joins two lies between them.
    expect([at('a')[1], at('d')[1]]).toEqual([55, 55]);
  });

  it('lets a chain be straight at its ports, whatever the heights', () => {
    const at = place(['a b', 'b c'], { b: { width: 300, height: 400 } });
    expect([at('a')[1], at('b')[1], at('c')[1]]).toEqual([0, 0, 0]);
    expect(at('c')[0]).toBe(260 + 360);
  });

  it('sorts a column so that lines do not cross', () => {
    const at = place(['a', 'b', 'c', 'x', 'y', 'z', 'a z', 'b y', 'c x']);
    expect(at('a')[1]).toBe(at('z')[1]);
    expect(at('b')[1]).toBe(at('y')[1]);
    expect(at('c')[1]).toBe(at('x')[1]);
  });

  const graph = fc.tuple(
    fc.array(fc.tuple(fc.integer({ min: 10, max: 300 }), fc.integer({ min: 30, max: 400 })), {
      minLength: 1,
      maxLength: 20,
    }),
    fc.array(fc.tuple(fc.nat(25), fc.nat(25)), { maxLength: 40 }),
  );

  it('covers no box by another, and puts each behind what it waits for, the same each time', () => {
    fc.assert(
      fc.property(graph, ([sizes, pairs]) => {
        const boxes = sizes.map(([width, height], index) => ({ segment: `n${index}`, width, height }));
        const ids = boxes.map(({ segment }) => segment);
        // Only forward edges, so there are no cycles. Some lead to boxes that do not exist.
        const edges = pairs.map(([a, b]) => ({ from: `n${Math.min(a, b)}`, to: `n${Math.max(a, b) + 1}` }));
        const placed = arrangeLayers(boxes, edges, computeChainLengths(ids, edges));
        const drawn = boxes.map(({ segment, width, height }) => {
          const [x, y] = placed.get(segment) ?? [Number.NaN, Number.NaN];
          return { segment, x, y, right: x + width, bottom: y + height };
        });
        for (const one of drawn) {
          expect(one.x >= 0 && one.y >= 0).toBe(true);
          for (const other of drawn) {
            if (other === one) continue;
            const isApart =
              one.right + 60 <= other.x || other.right + 60 <= one.x || one.bottom < other.y || other.bottom < one.y;
            expect(isApart).toBe(true);
          }
        }
        const byId = new Map(drawn.map((one) => [one.segment, one]));
        for (const { from, to } of edges) {
          const [a, b] = [byId.get(from), byId.get(to)];
          if (a && b) expect(a.right).toBeLessThan(b.x);
        }
        expect(arrangeLayers(boxes, edges, computeChainLengths(ids, edges))).toEqual(placed);
      }),
    );
  });

  it('places what waits in a circle too, and a chain of any length', () => {
    const boxes = Array.from({ length: 10_000 }, (_, n) => ({ segment: `n${n}`, ...size }));
    const ids = boxes.map(({ segment }) => segment);
    const chain = ids.slice(1).map((to, n) => ({ from: `n${n}`, to }));
    expect(arrangeLayers(boxes, chain, computeChainLengths(ids, chain)).size).toBe(10_000);
    const circle = [...chain, { from: 'n9999', to: 'n0' }];
    expect(arrangeLayers(boxes, circle, computeChainLengths(ids, circle)).size).toBe(10_000);
  });
});
