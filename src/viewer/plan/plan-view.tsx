import { ArrowLeft, Play, RefreshCw, TriangleAlert } from 'lucide-react';
import { formatCost } from '@/base/figures';
import type { Planned } from '@/plan/planned';
import { useStores } from '@/state/context';
import { startRun } from '@/state/run-actions';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { ScrollRegion } from '@/ui/scroll-region';
import { LongestPath } from './longest-path';
import { PlanChecks } from './plan-checks';
import { PlanFigures } from './plan-figures';
import { PlanTable } from './plan-table';
import styles from './plan-view.module.css';
import { usePlanned } from './use-planned';

/** The screen before a run: what will be called, in which order, what each call is told, and what it will cost. */
export function PlanView() {
  const { view } = useStores();
  const { state, again } = usePlanned();
  const planned = state.status === 'ready' ? state.planned : undefined;
  return (
    <main className={styles.view} aria-label="Plan">
      <div className={styles.main}>
        <div className={styles.bar}>
          <Button variant="ghost" size="s" icon={<ArrowLeft />} onClick={() => view.setState({ screen: 'editor' })}>
            Canvas
          </Button>
          <span aria-hidden="true">/</span>
          <h1>Plan</h1>
          <span>worked out here, nothing was sent</span>
          <span className={styles.gap} />
          {planned?.ok && <span>Prices of {formatDay(planned.estimate.pricesAsOf)}</span>}
          <Button variant="ghost" size="s" icon={<RefreshCw />} onClick={again}>
            Work out again
          </Button>
        </div>
        <ScrollRegion className={styles.body} label="Tasks in order">
          {state.status === 'working' && <EmptyState icon={<RefreshCw />} title="Working out the plan" />}
          {state.status === 'failed' && (
            <EmptyState icon={<TriangleAlert />} title="The plan could not be worked out">
              {state.failure.message}
            </EmptyState>
          )}
          {planned && !planned.ok && (
            <EmptyState icon={<TriangleAlert />} title="The workflow cannot run yet">
              What stands in the way is listed at the side. Mend it, and the plan is worked out again.
            </EmptyState>
          )}
          {planned?.ok && (
            <>
              <PlanFigures plan={planned.plan} estimate={planned.estimate} />
              <PlanTable plan={planned.plan} estimate={planned.estimate} />
              <LongestPath plan={planned.plan} ids={planned.estimate.longestPath} />
            </>
          )}
        </ScrollRegion>
      </div>
      <aside className={styles.side} aria-label="Before you run">
        <div className={styles.sections}>{planned && <PlanChecks planned={planned} />}</div>
        {planned?.ok && <RunButton planned={planned} />}
      </aside>
    </main>
  );
}

function RunButton({ planned }: { readonly planned: Extract<Planned, { ok: true }> }) {
  const stores = useStores();
  const { costUsd, unpriced } = planned.estimate;
  const label = unpriced.length > 0 ? 'Run, cost not known' : `Run for at most ${formatCost(costUsd.high)}`;
  return (
    <div className={styles.foot}>
      <Button variant="primary" size="l" icon={<Play />} onClick={() => void startRun(stores)}>
        {label}
      </Button>
    </div>
  );
}

function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
}
