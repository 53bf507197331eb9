import { describe, expect, it } from 'vitest';
import type { CompactionRecord } from '@/run/context-state';
import { listModelCalls } from '@/run/projections/model-calls';
import { called, runOf } from '@/run/run-of.testing';
import { buildColumns, buildPlot, listMarks } from './plot-points';

const unknown = { size: null, usable: null };
const turn = (index: number) => `task/a/attempt/1/turn/${index}`;
const plotFor = (...windows: Parameters<typeof called> extends [string, ...infer W] ? W[] : never) =>
  buildPlot(listModelCalls(runOf(...windows.map((window, index) => called(turn(index + 1), ...window)))));

describe('the plot of window use', () => {
  it('is in percent of the window, with gaps where that is not known', () => {
    const plot = plotFor([500], [500, unknown], [700]);
    expect(plot).toMatchObject({ unit: 'percent', top: 100, missing: 1 });
    expect(plot.points.map((point) => point?.value)).toEqual([50, undefined, 70]);
    expect(plot.points[2]).toMatchObject({ limit: 80, tone: 'near' });
  });

  it('is in tokens where no window is known', () => {
    expect(plotFor([500, unknown], [100, unknown])).toMatchObject({ unit: 'tokens', missing: 0 });
  });

  it('is drawn to the fullest call, and to the window only where calls come near its limit', () => {
    expect(plotFor([40], [20]).top).toBeCloseTo(4.4);
    expect(plotFor([400], [600]).top).toBe(100);
    expect(plotFor([1200]).top).toBe(120);
  });

  it('marks compactions between the calls before and after them, those of one place as one', () => {
    const calls = listModelCalls(runOf(called(turn(1), 10), called(turn(2), 10)));
    const starts = calls.map(({ call }) => call.startedAt);
    const compaction = (at: string, tokensBefore: number, restored = false) =>
      ({ at, tokensBefore, tokensAfter: 1, restored }) as CompactionRecord;
    const second = starts[1] ?? '';
    const marks = (...records: readonly CompactionRecord[]) => listMarks(calls, new Map([['', records]]));
    expect(marks(compaction(second, 9), compaction(second, 5), compaction(second, 7, true))).toEqual([
      { after: starts[0] === second ? 0 : 1, tokensBefore: 14, tokensAfter: 2 },
    ]);
    expect(marks()).toEqual([]);
  });

  it('draws no more columns than there is room for, and loses neither a peak nor a warning', () => {
    const plot = plotFor(...Array.from({ length: 1000 }, (_, index): [number] => [index === 777 ? 900 : 100]));
    const columns = buildColumns(plot.points, 100);
    expect(columns.length).toBeLessThanOrEqual(100);
    expect(columns.filter(({ tone }) => tone === 'over')).toMatchObject([{ index: 777, low: 10, high: 90 }]);
  });
});
