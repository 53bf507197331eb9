import fc from 'fast-check';
import { expect, it } from 'vitest';
import { computeForkLanes } from './fork-lanes';

const run = (n: number, from?: number) => ({
  id: `r${n}`,
  ...(from !== undefined && { forkedFrom: { executionId: `r${from}`, seq: 1 } }),
});

it('keeps a run and what it was forked from in one lane, and gives another fork of it a lane of its own', () => {
  expect(computeForkLanes([run(3, 2), run(2, 1), run(1)])).toEqual({
    rows: [
      { lane: 0, above: [], below: true, past: [] },
      { lane: 0, above: [0], below: true, past: [] },
      { lane: 0, above: [0], below: false, past: [] },
    ],
    lanes: 1,
  });
  const { rows, lanes } = computeForkLanes([run(4, 1), run(3, 2), run(2, 1), run(1)]);
  expect(lanes).toBe(2);
  expect(rows.map(({ lane }) => lane)).toEqual([0, 1, 1, 0]);
  expect(rows[2]?.past).toEqual([0]);
  expect(rows[3]?.above).toEqual([0, 1]);
});

it('draws no line to a run that is not in the list', () => {
  expect(computeForkLanes([run(2, 9), run(1)]).rows.map(({ below }) => below)).toEqual([false, false]);
  expect(computeForkLanes([])).toEqual({ rows: [], lanes: 0 });
});

it('leads each fork to its source without a gap, and never two lines into one lane', () => {
  const list = fc
    .array(fc.option(fc.nat(30), { nil: undefined }), { maxLength: 30 })
    .map((sources) => sources.map((from, n) => run(n, from === undefined || from >= n ? undefined : from)).reverse());
  fc.assert(
    fc.property(list, (runs) => {
      const { rows } = computeForkLanes(runs);
      let before = new Set<number>();
      for (const { lane, above, below, past } of rows) {
        expect(new Set([...above, ...past])).toEqual(before);
        expect(past).not.toContain(lane);
        before = new Set([...past, ...(below ? [lane] : [])]);
      }
      expect(before.size).toBe(0);
    }),
  );
});
