import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { useAction } from '@/editor/actions/use-action';
import { isPastGrace } from '@/editor/actions/workflow-actions';
import { tooSmallWords } from '@/run/line/run-line';
import { useForecast, useOutlook, useRun, useStores, useView } from '@/state/context';
import { isBudgetTooSmall } from '@/state/outlook-store';
import { prepareRun } from '@/state/prepare-run';
import { isRunning } from '@/state/run-actions';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { describeNextRun } from './describe-next-run';
import { runParts } from './parts';
import styles from './top-bar.module.css';

// Of the same part is the line of the run, in whose place a failure is told and retried.
const OtherWays = runParts.component((run) => run.OtherWays, { Failed: () => null });

/**
 * Run, or Cancel while a run is active: the word alone. What a run would keep and ask explains the button, and stands
 * in the menu beside it. It is one button in both states, so that it keeps the focus when a run starts.
 */
export function RunControls() {
  const runs = useRun(isRunning);
  const starts = useRun((state) => state.isStarting);
  const { enabled } = useAction('run');
  return (
    <span className={styles.split} data-starts={starts} data-run-button>
      <MainButton runs={runs} starts={starts} />
      <OtherWays enabled={enabled} />
    </span>
  );
}

interface MainButtonProps {
  readonly runs: boolean;
  readonly starts: boolean;
}

function MainButton({ runs, starts }: MainButtonProps) {
  const [run, cancel] = [useAction('run'), useAction('cancel')];
  const stores = useStores();
  const prepare = () => prepareRun(stores);
  const forecast = useForecast((state) => state.forecast);
  const at = useView((state) => state.preferences.runsAt);
  const isTooSmall = useOutlook(isBudgetTooSmall);
  if (runs) {
    return (
      <Button
        icon={<Square />}
        aria-label="Cancel"
        shortcut={cancel.shortcut}
        onClick={(event) => {
          // The key that pressed Run may still be held.
          if (event.detail > 0 || isPastGrace(stores)) cancel.run();
        }}
      >
        Cancel
      </Button>
    );
  }
  return (
    <Button
      variant="primary"
      icon={starts ? <StatusRing status="running" label="Starting" /> : <Play />}
      shortcut={run.shortcut}
      disabled={!run.enabled}
      title={isTooSmall ? tooSmallWords : describeNextRun(forecast, at?.name)}
      onClick={run.run}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      Run
    </Button>
  );
}
