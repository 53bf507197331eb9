import { formatCount } from '@/base/figures';
import type { PlanEstimate } from '@/plan/estimate/estimate';
import { countText, formatCostRange, formatTokenRange } from '@/plan/estimate/range-text';
import type { Plan } from '@/plan/plan';
import type { EarlierFigures } from '@/run/projections/earlier-figures';
import { formatAboutCost, formatTokensAndTime, fromRuns } from '@/run/projections/expected-figures';
import { FigureRow } from '@/ui/display/figure-row';
import styles from './plan-figures.module.css';

interface PlanFiguresProps {
  readonly plan: Plan;
  readonly estimate: PlanEstimate;
  /** What it is expected to take, from earlier runs. */
  readonly expected: EarlierFigures | undefined;
}

/** The figures of a run at the head of the plan. */
export function PlanFigures({ plan, estimate, expected }: PlanFiguresProps) {
  const { costUsd, unpriced, calls, tokens, waves, longestPath, uncounted } = estimate;
  const onlyUnpriced = unpriced.length > 0 && costUsd.high === 0;
  const estimated = Object.values(estimate.tasks).some((task) => task.estimated);
  const figures = [
    {
      name: 'Cost',
      value: onlyUnpriced ? 'not known' : formatCostRange(costUsd),
      what: unpriced.length > 0 ? `without ${unpriced.join(', ')}: price not known` : 'at the listed prices',
    },
    ...(expected === undefined ? [] : [renderExpected(expected, unpriced.length > 0 ? undefined : costUsd.high)]),
    { name: 'Calls', value: countText(calls), what: 'retries of tasks included' },
    { name: 'Tokens', value: formatTokenRange(tokens), what: estimated ? 'in and out, some estimated' : 'in and out' },
    {
      name: 'Longest path',
      value: String(longestPath.length),
      what: `${formatCount(plan.tasks.length, 'task')} in ${formatCount(waves.length, 'wave')}`,
    },
    { name: 'At most at once', value: String(plan.maxConcurrency), what: 'your limit' },
  ];
  return (
    <div className={styles.figures}>
      <FigureRow figures={figures} />
      <p className={styles.uncounted}>Not counted: {uncounted.join('; ')}.</p>
    </div>
  );
}

/** What earlier runs took: `about $0.08`, `at most $0.31, 4.1k tok, 1:12; from 12 runs`. */
function renderExpected(expected: EarlierFigures, mostUsd: number | undefined) {
  const [first = '', ...others] = [...formatAboutCost(expected, mostUsd), ...formatTokensAndTime(expected)];
  return { name: 'Expected', value: first, what: `${others.join(', ')}; ${fromRuns(expected)}` };
}
