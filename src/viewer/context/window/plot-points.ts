import type { CompactionRecord } from '@/run/context-state';
import type { ModelCall } from '@/run/projections/model-calls';
import { computeFill } from '../calls/call-names';

/** A call on the plot. `value` and `limit` have the unit of the plot: share of the window in per cent, or tokens. */
export interface PlotPoint {
  readonly value: number;
  /** The most that may be sent; undefined: not known. */
  readonly limit: number | undefined;
  readonly tone: 'plain' | 'near' | 'over';
}

/** The calls of a run as points, in the order of their start. */
export interface Plot {
  /** `percent` if the window of any model is known; calls without a known window are gaps. */
  readonly unit: 'percent' | 'tokens';
  /** Undefined: not measured in this unit. */
  readonly points: readonly (PlotPoint | undefined)[];
  /** Upper end of the scale. */
  readonly top: number;
  readonly missing: number;
}

/** Builds the plot of a run's calls. */
export function buildPlot(calls: readonly ModelCall[]): Plot {
  const unit = calls.some(({ call }) => computeFill(call)?.fill !== undefined) ? 'percent' : 'tokens';
  const points = calls.map(({ call }): PlotPoint | undefined => {
    const fill = computeFill(call);
    if (fill === undefined || (unit === 'percent' && fill.fill === undefined)) return undefined;
    if (unit === 'tokens') return { value: fill.sent, limit: undefined, tone: 'plain' };
    const { size, usable } = call.window ?? { size: null, usable: null };
    const limit = size === null || usable === null || size === 0 ? undefined : (usable / size) * 100;
    return { value: (fill.fill ?? 0) * 100, limit, tone: fill.tone };
  });
  const highest = points.reduce((most, point) => Math.max(most, point?.value ?? 0), 0);
  const lowestLimit = points.reduce((least, point) => Math.min(least, point?.limit ?? 100), 100);
  // The whole window is drawn only where calls come near its limit: else the line would lie at the bottom.
  const showsWindow = unit === 'percent' && highest * 1.6 >= lowestLimit;
  return {
    unit,
    points,
    top: showsWindow ? Math.max(100, highest) : highest === 0 ? 1 : highest * 1.1,
    missing: points.filter((point) => point === undefined).length,
  };
}

/** A compaction on the plot. */
export interface PlotMark {
  /** How many calls had begun before it: it is drawn between two calls. */
  readonly after: number;
  readonly tokensBefore: number;
  readonly tokensAfter: number;
}

/** The compactions of a run, in order, between the calls that were before and after them; the last few. */
export function listMarks(
  calls: readonly ModelCall[],
  compactions: ReadonlyMap<string, readonly CompactionRecord[]>,
): readonly PlotMark[] {
  const records = [...compactions.values()].flat().filter(({ restored }) => !restored);
  const marks = new Map<number, PlotMark>();
  for (const { at, tokensBefore, tokensAfter } of records.toSorted((one, other) => (one.at < other.at ? -1 : 1))) {
    const after = calls.filter(({ call }) => call.startedAt < at).length;
    const known = marks.get(after);
    marks.set(after, {
      after,
      tokensBefore: tokensBefore + (known?.tokensBefore ?? 0),
      tokensAfter: tokensAfter + (known?.tokensAfter ?? 0),
    });
  }
  return [...marks.values()].slice(-mostMarks);
}

/** Beyond this number, marks cannot be told apart. */
const mostMarks = 40;

/**
 * A column of the drawing: the lowest and highest value of its calls. Thousands of calls become no more shapes than
 * there are pixels.
 */
export interface PlotColumn {
  /** Index of the call with the highest value. */
  readonly index: number;
  readonly low: number;
  readonly high: number;
  readonly limit: number | undefined;
  readonly tone: PlotPoint['tone'];
}

const graver = { plain: 0, near: 1, over: 2 } as const;

/** The points in at most this many columns; columns without a point are left out. */
export function buildColumns(points: Plot['points'], most: number): readonly PlotColumn[] {
  const each = Math.max(1, Math.ceil(points.length / Math.max(1, most)));
  const columns: PlotColumn[] = [];
  for (let start = 0; start < points.length; start += each) {
    let column: PlotColumn | undefined;
    for (let index = start; index < Math.min(start + each, points.length); index++) {
      const point = points[index];
      if (point === undefined) continue;
      const { value, limit, tone } = point;
      if (column === undefined) {
        column = { index, low: value, high: value, limit, tone };
        continue;
      }
      column = {
        index: value > column.high ? index : column.index,
        low: Math.min(column.low, value),
        high: Math.max(column.high, value),
        limit: limit === undefined ? column.limit : Math.min(limit, column.limit ?? limit),
        tone: graver[tone] > graver[column.tone] ? tone : column.tone,
      };
    }
    if (column !== undefined) columns.push(column);
  }
  return columns;
}
