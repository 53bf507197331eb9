import { useRuns, useView } from '@/state/context';
import { findEarlierRun } from '@/state/runs-store';
import { type ComparedRuns, planSide } from '@/state/view-store';
import { ComparedRunsPage } from '@/viewer/compare-runs/compared-runs-page';
import { PlanAgainstRun } from './plan-against-run';
import { RunPickers } from './run-pickers';
import { TakeField } from './take-field';

/** The screen that compares two runs, or a run with the plan. */
export default function CompareRunsView() {
  const ids = useComparedRuns();
  const isAgainstPlan = ids?.first === planSide;
  return (
    <ComparedRunsPage
      ids={isAgainstPlan ? undefined : ids}
      actions={ids && <RunPickers ids={ids} />}
      takeOffer={TakeField}
    >
      {isAgainstPlan && <PlanAgainstRun executionId={ids.second} />}
    </ComparedRunsPage>
  );
}

/** The runs to compare: those that were chosen, otherwise the newest and what it was forked from, or the one before. */
function useComparedRuns(): ComparedRuns | undefined {
  const chosen = useView(({ screen }) => (screen.at === 'compare-runs' ? screen.runs : undefined));
  const entries = useRuns((state) => state.entries);
  const [newest] = entries;
  return chosen ?? (newest && findEarlierRun(entries, newest.id));
}
