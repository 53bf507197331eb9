import { expect, it } from 'vitest';
import { drawForeign } from './foreign-drawing';
import type { ForeignNode } from './foreign-graph';

const node = (id: string, at: readonly [number, number], parent?: string): ForeignNode => ({
  ...{ id, kind: 'llm', title: id, at, parent, fields: {}, raw: {} },
});

it('draws what is in a container inside of it, the container first', () => {
  const { boxes, wires } = drawForeign({
    nodes: [node('in', [60, 80], 'each'), node('each', [400, 100]), node('start', [0, 0])],
    edges: [
      { from: 'start', port: '', to: 'each' },
      { from: 'start', port: '', to: 'nowhere' },
    ],
    notes: [{ id: 'n', text: 'Refunds only\nwithin 30 days', at: [0, 300], size: [150, 50] }],
  });
  expect(boxes.map(({ place }) => place)).toEqual(['node:each', 'node:start', 'node:in', 'note:n']);
  const [outer, , inner, note] = boxes.map(({ at }) => at);
  if (!outer || !inner) throw new Error('They are drawn.');
  expect(inner.slice(0, 2)).toEqual([460, 180]);
  expect(outer[0] < inner[0] && outer[0] + outer[2] > inner[0] + inner[2]).toBe(true);
  expect(outer[1] < inner[1] && outer[1] + outer[3] > inner[1] + inner[3]).toBe(true);
  expect(note).toEqual([0, 300, 150, 50]);
  expect(boxes.at(-1)?.title).toBe('Refunds only within 30 days');
  expect(wires).toHaveLength(1);
});

it('leaves a gap between nodes that stand close beside each other', () => {
  const { boxes } = drawForeign({ nodes: [node('a', [0, 0]), node('b', [160, 10])], edges: [], notes: [] });
  expect(boxes.map(({ at: [x, , width] }) => [x, width])).toEqual([
    [0, 136],
    [160, 136],
  ]);
});

it('stays within bounds, whatever a file says', () => {
  const nodes = Array.from({ length: 3000 }, (_, index) =>
    node(`n${index}`, [index % 2 === 0 ? 1e308 : -1e308, index], `n${(index + 1) % 3000}`),
  );
  const title = `\u202e${'x'.repeat(100_000)}`;
  const drawing = drawForeign({ nodes: [{ ...node('odd', [0, 0]), title }, ...nodes], edges: [], notes: [] });
  expect(drawing.boxes).toHaveLength(1000);
  expect(drawing.more).toBe(2001);
  expect(drawing.boxes.find(({ place }) => place === 'node:odd')?.title).toMatch(/^\\u202ex{70,80}…$/);
  expect(drawing.boxes.every(({ at }) => at.every((one) => Number.isFinite(one) && Math.abs(one) < 1e8))).toBe(true);
});
