import { formatDuration } from '@/base/figures';
import type { EstimateStep, PlanEstimate } from '@/plan/estimate/estimate';
import { countText, formatCostRange, formatTokenRange, formatTotals } from '@/plan/estimate/range-text';
import type { Plan } from '@/plan/plan';
import type { EarlierFigures } from '@/run/projections/earlier-figures';
import { formatAboutCost, fromRuns } from '@/run/projections/expected-figures';
import { FigureRow } from '@/ui/display/figure-row';
import styles from './plan-figures.module.css';

interface PlanFiguresProps {
  readonly plan: Plan;
  readonly estimate: PlanEstimate;
  /** What it is expected to take, from earlier runs. */
  readonly expected: EarlierFigures | undefined;
}

/** The figures of a run at the head of the plan: what is certain as a range, below it what earlier runs took. */
export function PlanFigures({ plan, estimate, expected }: PlanFiguresProps) {
  const { costUsd, unpriced, uncounted } = estimate;
  const totals = formatTotals(estimate);
  const onlyUnpriced = unpriced.length > 0 && costUsd.high === 0;
  const estimated = Object.values(estimate.tasks).some((task) => task.estimated);
  const figures = [
    {
      name: 'Cost',
      value: onlyUnpriced ? 'not known' : totals.costUsd,
      what:
        unpriced.length > 0
          ? `without ${unpriced.join(', ')}: price not known`
          : `${expected === undefined ? '' : `likely ${formatAboutCost(expected).join('')}, ${fromRuns(expected)}; `}at the listed prices`,
    },
    {
      name: 'Calls',
      value: totals.calls,
      what: `at most ${plan.maxConcurrency} at once, retries of tasks included`,
    },
    { name: 'Tokens', value: totals.tokens, what: estimated ? 'in and out, some estimated' : 'in and out' },
    {
      name: 'Time',
      value: expected?.durationMs === undefined ? '–' : `about ${formatDuration(expected.durationMs)}`,
      what:
        expected?.durationMs === undefined
          ? 'known from the first run on'
          : `likely, ${fromRuns(expected)}, without waiting for a person`,
    },
  ];
  return (
    <div className={styles.figures}>
      <FigureRow figures={figures} />
      <p className={styles.uncounted}>Not counted: {uncounted.join('; ')}.</p>
    </div>
  );
}

/** The figures of a plan that is being made, of the tasks that are estimated. */
export function FiguresSoFar({ soFar }: { readonly soFar: EstimateStep }) {
  const figures = [
    { name: 'Cost so far', value: formatCostRange(soFar.costUsd), what: 'at the listed prices' },
    { name: 'Calls', value: countText(soFar.calls), what: 'so far' },
    { name: 'Tokens', value: formatTokenRange(soFar.tokens), what: 'so far' },
  ];
  return (
    <div className={styles.figures}>
      <FigureRow figures={figures} />
    </div>
  );
}
