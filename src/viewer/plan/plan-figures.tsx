import { countOf } from '@/base/figures';
import type { PlanEstimate } from '@/plan/estimate/estimate';
import { costText, countText, tokensText } from '@/plan/estimate/range-text';
import type { Plan } from '@/plan/plan';
import type { EarlierFigures } from '@/run/projections/earlier-figures';
import { FigureRow } from '@/ui/display/figure-row';
import styles from './plan-figures.module.css';
import { earlierOfRun } from './use-earlier-figures';

interface PlanFiguresProps {
  readonly plan: Plan;
  readonly estimate: PlanEstimate;
  /** What the tasks took in earlier runs. */
  readonly earlier: ReadonlyMap<string, EarlierFigures> | undefined;
}

/** The figures of a run at the head of the plan. */
export function PlanFigures({ plan, estimate, earlier }: PlanFiguresProps) {
  const { costUsd, unpriced, calls, tokens, waves, longestPath, uncounted } = estimate;
  const onlyUnpriced = unpriced.length > 0 && costUsd.high === 0;
  const before = earlier && earlierOfRun(waves.flat(), earlier);
  const estimated = Object.values(estimate.tasks).some((task) => task.estimated);
  const figures = [
    {
      name: 'Cost',
      value: onlyUnpriced ? 'not known' : costText(costUsd),
      what: [
        unpriced.length > 0 ? `without ${unpriced.join(', ')}: price not known` : 'at the listed prices',
        ...(before === undefined ? [] : [before]),
      ].join(' · '),
    },
    { name: 'Calls', value: countText(calls), what: 'retries of tasks included' },
    { name: 'Tokens', value: tokensText(tokens), what: estimated ? 'in and out, some estimated' : 'in and out' },
    {
      name: 'Longest path',
      value: String(longestPath.length),
      what: `${countOf(plan.tasks.length, 'task')} in ${countOf(waves.length, 'wave')}`,
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
