import Play from 'lucide-react/icons/play';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { formatForecast } from '@/plan/forecast/forecast-figures';
import { useForecast, useRun, useStores, useView } from '@/state/context';
import { prepareRun } from '@/state/prepare-run';
import { isRunning } from '@/state/run-actions';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import type { PartFailedProps } from '@/ui/lazy/part-failed';
import { runParts } from './parts';
import styles from './top-bar.module.css';
import { useAction } from './use-action';

const OtherWays = runParts.component((run) => run.OtherWays, { Failed: OtherWaysFailed });
const RunningControls = runParts.component((run) => run.RunningControls, { Failed: RunningFailed });

/** Run; while a run is active, its time and cost, Pause and Cancel; Resume if the person paused it. */
export function RunControls() {
  return useRun(isRunning) ? <RunningControls /> : <Run />;
}

function Run() {
  const run = useAction('run');
  const stores = useStores();
  const prepare = () => prepareRun(stores);
  const forecast = useForecast((state) => state.forecast);
  const at = useView((state) => state.preferences.runsAt);
  const starts = useRun((state) => state.isStarting);
  return (
    <span className={styles.split} data-starts={starts}>
      <Button
        variant="primary"
        icon={starts ? <StatusRing status="running" label="Starting" /> : <Play />}
        shortcut={run.shortcut}
        disabled={!run.enabled}
        onClick={run.run}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <span className={styles.way}>Run{at && ` on ${at.name}`}</span>
        {forecast && <span className={styles.forecast}>{`· ${formatForecast(forecast)}`}</span>}
      </Button>
      <OtherWays enabled={run.enabled} />
    </span>
  );
}

/** In place of the other ways to run, where a note would not fit. */
function OtherWaysFailed({ onRetry }: PartFailedProps) {
  return <LoadAgain what="The other ways to run" onRetry={onRetry} />;
}

function RunningFailed({ onRetry }: PartFailedProps) {
  return <LoadAgain what="The controls of the run" onRetry={onRetry} />;
}

function LoadAgain({ what, onRetry }: PartFailedProps & { readonly what: string }) {
  return <IconButton label={`${what} could not be loaded. Load again`} icon={<RefreshCw />} onClick={onRetry} />;
}
