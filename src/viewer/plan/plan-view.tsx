import { Play, RefreshCw, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { formatCostAfter, formatCount } from '@/base/figures';
import { formatDay } from '@/base/format-day';
import { findTooSmallBudget } from '@/plan/estimate/budget-check';
import { formatPriceDays } from '@/plan/estimate/price-days';
import type { Planned } from '@/plan/planned';
import { tooSmallWords } from '@/run/line/run-line';
import type { EarlierFigures } from '@/run/projections/earlier-figures';
import { computeExpectedRun, formatAboutCost } from '@/run/projections/expected-figures';
import { useDocument, useStores, useView } from '@/state/context';
import { runOpenWorkflow } from '@/state/start-and-fork';
import { openScreen } from '@/state/view/screens';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/form/button';
import { SidePage } from '@/ui/overlay/side-page';
import { LongestPath } from './longest-path';
import { PlanBudget } from './plan-budget';
import { PlanChecks } from './plan-checks';
import { FiguresSoFar, PlanFigures } from './plan-figures';
import { PlanLoops } from './plan-loops';
import { PlanProgress } from './plan-progress';
import { PlanSecrets } from './plan-secrets';
import { PlanTable } from './plan-table';
import { ProviderChecks } from './provider-checks';
import { useEarlierFigures } from './use-earlier-figures';
import { usePlanned } from './use-planned';

/** The screen before a run: which calls it will make, in which order, what each is sent, and what it will cost. */
export function PlanView() {
  const { view } = useStores();
  const { state, again, stop } = usePlanned();
  const body = useRef<HTMLElement>(null);
  const tasks = useDocument(({ document }) => Object.keys(document?.tasks ?? {}).length);
  const leave = () => openScreen(view, { at: 'editor' });
  const planned = state.status === 'ready' ? state.planned : undefined;
  const isWorking = state.status === 'working';
  const soFar = isWorking || state.status === 'stopped' ? state.soFar : undefined;
  // One table, whose filter and place stay when the plan is whole.
  const [plan, estimate] = planned?.ok ? [planned.plan, planned.estimate] : [undefined, soFar];
  const earlier = useEarlierFigures(planned);
  const expected = planned?.ok && earlier ? computeExpectedRun(planned.estimate, earlier) : undefined;
  return (
    <SidePage
      title="Plan"
      note="made here; nothing was sent"
      actions={
        <>
          {planned?.ok && <span>Prices of {formatPriceDays(planned.estimate, formatDay)}</span>}
          {soFar && <PlanProgress soFar={soFar} isStopped={!isWorking} />}
          {isWorking && soFar ? (
            <Button variant="ghost" size="s" onClick={stop}>
              Cancel
            </Button>
          ) : (
            <Button variant="ghost" size="s" icon={<RefreshCw />} onClick={again}>
              Plan again
            </Button>
          )}
        </>
      }
      onBack={leave}
      bodyLabel="Tasks in order"
      bodyRef={body}
      sideLabel="Before you run"
      side={
        planned && (
          <>
            {planned.ok && <PlanBudget planned={planned} />}
            {planned.ok && <PlanLoops planned={planned} />}
            <PlanChecks planned={planned} />
            {planned.ok && <PlanSecrets plan={planned.plan} />}
            {planned.ok && <ProviderChecks plan={planned.plan} />}
          </>
        )
      }
      head={
        planned?.ok ? (
          <PlanFigures plan={planned.plan} estimate={planned.estimate} expected={expected} />
        ) : (
          soFar && <FiguresSoFar soFar={soFar} />
        )
      }
      foot={planned?.ok && <RunButton planned={planned} expected={expected} />}
    >
      {isWorking && soFar === undefined && (
        <EmptyState
          icon={<RefreshCw />}
          title={`Planning ${formatCount(tasks, 'task')}…`}
          actions={<Button onClick={leave}>Cancel</Button>}
        />
      )}
      {state.status === 'failed' && (
        <EmptyState icon={<TriangleAlert />} title="The plan could not be made">
          {state.failure.message}
        </EmptyState>
      )}
      {planned && !planned.ok && (
        <EmptyState icon={<TriangleAlert />} title="The workflow cannot run yet">
          The problems are listed at the side. Fix them, and the plan is made again.
        </EmptyState>
      )}
      {estimate && <PlanTable plan={plan} estimate={estimate} earlier={earlier} scroller={body} />}
      {planned?.ok && <LongestPath plan={planned.plan} ids={planned.estimate.longestPath} earlier={earlier} />}
    </SidePage>
  );
}

interface RunButtonProps {
  readonly planned: Extract<Planned, { ok: true }>;
  readonly expected: EarlierFigures | undefined;
}

function RunButton({ planned, expected }: RunButtonProps) {
  const stores = useStores();
  const { costUsd, unpriced, isCut } = planned.estimate;
  const at = useView((state) => state.preferences.runsAt?.name);
  const run = at === undefined ? 'Run' : `Run on ${at}`;
  const about = expected && expected.costUsd !== null ? `${formatAboutCost(expected).join('')}, ` : '';
  // At its budget the run pauses and asks.
  const budget = useDocument(({ document }) => document.limits?.maxTotalCostUsd) || Number.POSITIVE_INFINITY;
  const most = formatCostAfter('at most', Math.min(costUsd.high, budget));
  const label = unpriced.length > 0 || isCut ? `${run}, cost not known` : `${run} for ${about}${most}`;
  const isTooSmall = findTooSmallBudget(planned.plan, planned.estimate) !== undefined;
  return (
    <>
      <Button
        variant="primary"
        size="l"
        icon={<Play />}
        disabled={isTooSmall}
        title={isTooSmall ? tooSmallWords : undefined}
        onClick={() => void runOpenWorkflow(stores)}
      >
        {label}
      </Button>
      <Button size="l" onClick={() => void runOpenWorkflow(stores, { dry: true })}>
        Dry run
      </Button>
    </>
  );
}
