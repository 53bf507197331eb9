import { describe, expect, it } from 'vitest';
import { listModelCalls } from '@/run/projections/model-calls';
import { called, runOf } from '@/run/run-of.testing';
import { buildColumns, buildPlot } from './plot-points';

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

  it('draws no more columns than there is room for, and loses neither a peak nor a warning', () => {
    const plot = plotFor(...Array.from({ length: 1000 }, (_, index): [number] => [index === 777 ? 900 : 100]));
    const columns = buildColumns(plot.points, 100);
    expect(columns.length).toBeLessThanOrEqual(100);
    expect(columns.filter(({ tone }) => tone === 'over')).toMatchObject([{ index: 777, low: 10, high: 90 }]);
  });
});
