import { formatClock, formatCost, formatDuration, formatTokens } from '@/base/figures';
import type { RunSummary } from '@/run/compare/compare-runs';
import type { InstanceDigest } from '@/run/compare/run-digest';
import { addSpent, findSpentCost } from '@/run/compare/spent';

/** A figure in two runs: `18.4k → 18.5k`, and the difference: `+0.1k`. */
export interface FigureComparison {
  readonly values: string;
  /** `same`, or empty if one of the runs has no such figure. */
  readonly difference: string;
}

type Sides = readonly [first: InstanceDigest | undefined, second: InstanceDigest | undefined];

/** Tokens of an execution, with those that it took over. */
export function compareTokens(sides: Sides): FigureComparison {
  return compareFigures(sides, (of) => (hasCalls(of) ? of.own.tokens + of.taken.tokens : null), formatShortTokens);
}

/** Cost of an execution, paid or taken over. */
export function compareCost(sides: Sides): FigureComparison {
  return compareFigures(sides, (of) => (hasCalls(of) ? findSpentCost(addSpent(of.own, of.taken)) : null), formatCost);
}

/** Calls of the tasks in it are not its own. */
function hasCalls({ own, taken }: InstanceDigest): boolean {
  return own.calls + taken.calls > 0;
}

/** How long it took. */
export function compareTime(sides: Sides): FigureComparison {
  return compareFigures(sides, ({ durationMs }) => durationMs, formatDuration);
}

/** What the second run took more or less than the first, in cost and time: `−$0.07 · −22.0 s`. */
export function formatTotalDifference(first: RunSummary, second: RunSummary): string {
  const [one, other] = [findSpentCost(first.own), findSpentCost(second.own)];
  const cost = one === null || other === null ? 'cost not known' : formatSigned(other - one, (usd) => formatCost(usd));
  if (first.durationMs === undefined || second.durationMs === undefined) return cost;
  return `${cost} · ${formatSigned(second.durationMs - first.durationMs, formatDuration)}`;
}

/** `1:26 at work · 74k tok · $0.34`, and what of it was taken over. */
export function runFigures({ own, taken, durationMs }: RunSummary): string {
  return [
    durationMs !== undefined && `${formatClock(durationMs)} at work`,
    formatTokens(own.tokens),
    formatCost(findSpentCost(own)),
    taken.calls > 0 && `took over ${formatCost(findSpentCost(taken))}`,
  ]
    .filter((text) => typeof text === 'string')
    .join(' · ');
}

function compareFigures(
  [first, second]: Sides,
  of: (instance: InstanceDigest) => number | null | undefined,
  format: (value: number) => string,
): FigureComparison {
  const [one, other] = [first && of(first), second && of(second)];
  const formatFigure = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value);
  const [before, after] = [formatFigure(one), formatFigure(other)];
  if (typeof one !== 'number' || typeof other !== 'number') {
    return { values: before === after ? before : `${before} → ${after}`, difference: '' };
  }
  return before === after
    ? { values: before, difference: 'same' }
    : { values: `${before} → ${after}`, difference: formatSigned(other - one, format) };
}

function formatSigned(value: number, format: (value: number) => string): string {
  return `${value < 0 ? '−' : '+'}${format(Math.abs(value))}`;
}

function formatShortTokens(tokens: number): string {
  return formatTokens(tokens).replace(' tok', '');
}
