import { countOf, formatCost, formatDuration, formatTokens } from '@/base/figures';
import type { TaskPath } from '@/workflow/task-path';
import type { EarlierFigures } from './earlier-figures';

/** The most runs that are looked at for expected figures, the newest first. */
export const mostRunsExpectedFrom = 12;

/** The order in which a plan runs its tasks. */
interface PlannedOrder {
  readonly waves: readonly (readonly TaskPath[])[];
  readonly longestPath: readonly TaskPath[];
}

/**
 * What a run of a whole plan is expected to take, from what its tasks took in earlier runs; its time is that of the
 * longest path. Undefined: none of its tasks called a model before.
 */
export function expectedOfRun(
  { waves, longestPath }: PlannedOrder,
  figures: ReadonlyMap<TaskPath, EarlierFigures>,
): EarlierFigures | undefined {
  const known = waves.flat().flatMap((id) => figures.get(id) ?? []);
  if (known.length === 0) return undefined;
  const costs = known.flatMap(({ costUsd }) => costUsd ?? []);
  const times = longestPath.flatMap((id) => figures.get(id)?.durationMs ?? []);
  return {
    runs: Math.max(...known.map(({ runs }) => runs)),
    tokens: sumOf(known.map(({ tokens }) => tokens)),
    costUsd: costs.length === 0 ? null : sumOf(costs),
    ...(times.length > 0 && { durationMs: sumOf(times) }),
  };
}

/** Expected figures in words: `about $0.08, at most $0.31, 4.1k tok, 1:12; from 12 runs`. */
export function expectedWords(expected: EarlierFigures, mostUsd?: number): string {
  return `about ${[...expectedCost(expected, mostUsd), ...tokensAndTime(expected)].join(', ')}; ${fromRuns(expected)}`;
}

/** The cost alone: `$0.08`, and `at most $0.31` if there is a bound. Empty: the price is not known. */
export function expectedCost({ costUsd }: EarlierFigures, mostUsd?: number): readonly string[] {
  if (costUsd === null) return [];
  return [formatCost(costUsd), ...(mostUsd === undefined ? [] : [`at most ${formatCost(mostUsd)}`])];
}

/** Tokens, and the time if it is known: `4.1k tok`, `1:12`. */
export function tokensAndTime({ tokens, durationMs }: EarlierFigures): readonly string[] {
  return [formatTokens(tokens), ...(durationMs === undefined ? [] : [formatDuration(durationMs)])];
}

/** How many runs the figures come from: `from 12 runs`. */
export function fromRuns({ runs }: EarlierFigures): string {
  return `from ${countOf(runs, 'run')}`;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
