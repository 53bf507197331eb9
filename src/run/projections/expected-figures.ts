import { defined } from '@/base/defined';
import { formatCostAfter, formatCount, formatDuration, formatTokens } from '@/base/figures';
import type { PlanEstimate, TaskEstimate } from '@/plan/estimate/estimate';
import type { TaskPath } from '@/workflow/task-path';
import type { EarlierFigures } from './earlier-figures';

/** The most runs that are looked at for expected figures, the newest first. */
export const mostRunsExpectedFrom = 12;

/** What is read of a plan's estimate: the order in which it runs its tasks, and which of them call a model. */
type PlannedOrder = Pick<PlanEstimate, 'waves' | 'longestPath'> & {
  readonly tasks: Readonly<Record<TaskPath, Pick<TaskEstimate, 'calls'>>>;
};

/**
 * What a run of a whole plan is expected to take, from what its tasks took in earlier runs; its time is that of the
 * longest path. Undefined: none of its tasks called a model before.
 */
export function computeExpectedRun(
  { waves, longestPath, tasks }: PlannedOrder,
  figures: ReadonlyMap<TaskPath, EarlierFigures>,
): EarlierFigures | undefined {
  const known = waves.flat().flatMap((id) => figures.get(id) ?? []);
  if (known.length === 0) return undefined;
  const costs = known.flatMap(({ costUsd }) => costUsd ?? []);
  const calling = waves.flat().filter((id) => (tasks[id]?.calls.high ?? 0) > 0);
  const isLeast = calling.some((id) => (figures.get(id)?.costUsd ?? null) === null);
  const times = longestPath.flatMap((id) => figures.get(id)?.durationMs ?? []);
  return {
    runs: Math.max(...known.map(({ runs }) => runs)),
    tokens: sumNumbers(known.map(({ tokens }) => tokens)),
    costUsd: costs.length === 0 ? null : sumNumbers(costs),
    ...defined({ isLeast: isLeast || undefined, durationMs: times.length > 0 ? sumNumbers(times) : undefined }),
  };
}

/** Expected figures in words: `about $0.08, at most $0.31, 4.1k tok, 1:12; from 12 runs`. */
export function formatExpected(expected: EarlierFigures, mostUsd?: number): string {
  const words = [...formatAboutCost(expected, mostUsd), ...formatTokensAndTime(expected)].join(', ');
  return `${words}; ${fromRuns(expected)}`;
}

/**
 * The cost alone: `about $0.08`, and `at most $0.31` if there is a bound; `cost not known` if nothing is known of it.
 */
export function formatAboutCost({ costUsd, isLeast }: EarlierFigures, mostUsd?: number): readonly string[] {
  if (costUsd === null) return ['cost not known'];
  return [
    `${formatCostAfter('about', costUsd)}${isLeast ? ' or more' : ''}`,
    ...(mostUsd === undefined ? [] : [formatCostAfter('at most', mostUsd)]),
  ];
}

/** Tokens, and the time if it is known: `4.1k tok`, `1:12`. */
export function formatTokensAndTime({ tokens, durationMs }: EarlierFigures): readonly string[] {
  return [formatTokens(tokens), ...(durationMs === undefined ? [] : [formatDuration(durationMs)])];
}

/** How many runs the figures come from: `from 12 runs`. */
export function fromRuns({ runs }: EarlierFigures): string {
  return `from ${formatCount(runs, 'run')}`;
}

function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}
