import { Play, RefreshCw, TriangleAlert } from 'lucide-react';
import { useRef } from 'react';
import { formatCost, formatCount } from '@/base/figures';
import { formatPriceDays } from '@/plan/estimate/price-days';
import type { Planned } from '@/plan/planned';
import type { EarlierFigures } from '@/run/projections/earlier-figures';
import { computeExpectedRun, formatAboutCost } from '@/run/projections/expected-figures';
import { useDocument, useStores, useView } from '@/state/context';
import { runOpenWorkflow } from '@/state/start-and-fork';
import { openScreen } from '@/state/view/screens';
import { EmptyState } from '@/ui/display/empty-state';
import { Button } from '@/ui/form/button';
import { SidePage } from '@/ui/overlay/side-page';
import { LongestPath } from './longest-path';
import { PlanChecks } from './plan-checks';
import { PlanFigures } from './plan-figures';
import { PlanSecrets } from './plan-secrets';
import { PlanTable } from './plan-table';
import { ProviderChecks } from './provider-checks';
import { useEarlierFigures } from './use-earlier-figures';
import { usePlanned } from './use-planned';

/** The screen before a run: which calls it will make, in which order, what each is sent, and what it will cost. */
export function PlanView() {
  const { view } = useStores();
  const { state, again } = usePlanned();
  const body = useRef<HTMLElement>(null);
  const tasks = useDocument(({ document }) => Object.keys(document?.tasks ?? {}).length);
  const leave = () => openScreen(view, { at: 'editor' });
  const planned = state.status === 'ready' ? state.planned : undefined;
  const earlier = useEarlierFigures(planned);
  const expected = planned?.ok && earlier ? computeExpectedRun(planned.estimate, earlier) : undefined;
  return (
    <SidePage
      title="Plan"
      note="made here; nothing was sent"
      actions={
        <>
          {planned?.ok && <span>Prices of {formatPriceDays(planned.estimate, formatDay)}</span>}
          <Button variant="ghost" size="s" icon={<RefreshCw />} onClick={again}>
            Plan again
          </Button>
        </>
      }
      onBack={leave}
      bodyLabel="Tasks in order"
      bodyRef={body}
      sideLabel="Before you run"
      side={
        planned && (
          <>
            <PlanChecks planned={planned} />
            {planned.ok && <PlanSecrets plan={planned.plan} />}
            {planned.ok && <ProviderChecks plan={planned.plan} />}
          </>
        )
      }
      foot={planned?.ok && <RunButton planned={planned} expected={expected} />}
    >
      {state.status === 'working' && (
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
      {planned?.ok && (
        <>
          <PlanFigures plan={planned.plan} estimate={planned.estimate} expected={expected} />
          <PlanTable plan={planned.plan} estimate={planned.estimate} earlier={earlier} scroller={body} />
          <LongestPath plan={planned.plan} ids={planned.estimate.longestPath} />
        </>
      )}
    </SidePage>
  );
}

interface RunButtonProps {
  readonly planned: Extract<Planned, { ok: true }>;
  readonly expected: EarlierFigures | undefined;
}

function RunButton({ planned, expected }: RunButtonProps) {
  const stores = useStores();
  const { costUsd, unpriced } = planned.estimate;
  const at = useView((state) => state.preferences.runsAt?.name);
  const run = at === undefined ? 'Run' : `Run on ${at}`;
  const about = expected && expected.costUsd !== null ? `${formatAboutCost(expected).join('')}, ` : '';
  const label =
    unpriced.length > 0 ? `${run}, cost not known` : `${run} for ${about}at most ${formatCost(costUsd.high)}`;
  return (
    <Button variant="primary" size="l" icon={<Play />} onClick={() => void runOpenWorkflow(stores)}>
      {label}
    </Button>
  );
}

function formatDay(iso: string): string {
  return new Date(iso).toLocaleDateString(undefined, { day: 'numeric', month: 'long', year: 'numeric' });
}
