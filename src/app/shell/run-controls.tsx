import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import Square from 'lucide-react/icons/square';
import { formatCost } from '@/base/figures';
import { forecastFigures } from '@/plan/forecast/forecast-figures';
import { useForecast, useRun } from '@/state/context';
import { isPaused, isRunning } from '@/state/run-actions';
import type { RunViewState } from '@/state/run-store';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { lazily } from '@/ui/lazy/lazily';
import type { PartFailedProps } from '@/ui/lazy/part-failed';
import { whenIdle } from '@/ui/when-idle';
import { Elapsed } from './elapsed';
import styles from './top-bar.module.css';
import { useAction } from './use-action';

/** They are on the first screen, but the canvas loads before them. */
const OtherWays = lazily(
  async () => {
    await whenIdle();
    return (await import('./other-ways')).OtherWays;
  },
  { Failed: OtherWaysFailed },
);
const WaitingNote = lazily(async () => (await import('../runs/waiting-note')).default);

/** Run; while a run is active, its time and cost, Pause and Cancel; Resume if the person paused it. */
export function RunControls() {
  return useRun(isRunning) ? <Running /> : <Run />;
}

function Run() {
  const run = useAction('run');
  const forecast = useForecast((state) => state.forecast);
  return (
    <span className={styles.split}>
      <Button variant="primary" icon={<Play />} shortcut={run.shortcut} disabled={!run.enabled} onClick={run.run}>
        Run
        {forecast && <span className={styles.forecast}>{`· ${forecastFigures(forecast)}`}</span>}
      </Button>
      <OtherWays enabled={run.enabled} />
    </span>
  );
}

/** In place of the other ways to run, where a note would not fit. */
function OtherWaysFailed({ onRetry }: PartFailedProps) {
  return (
    <IconButton label="The other ways to run could not be loaded. Load again" icon={<RefreshCw />} onClick={onRetry} />
  );
}

function Running() {
  const [pause, resume, cancel] = [useAction('pause'), useAction('resume'), useAction('cancel')];
  const paused = useRun(isPaused);
  const waits = useRun((state) => state.waits.length > 0 && state.owner !== 'nobody');
  return (
    <>
      {waits && <WaitingNote />}
      <RunFigures />
      {paused ? (
        <Button variant="primary" icon={<Play />} aria-label="Resume" shortcut={resume.shortcut} onClick={resume.run}>
          <span className={styles.medium}>Resume</span>
        </Button>
      ) : (
        <IconButton label={pause.label} icon={<Pause />} onClick={pause.run} />
      )}
      <Button
        icon={<Square />}
        aria-label="Cancel"
        shortcut={paused ? undefined : cancel.shortcut}
        onClick={cancel.run}
      >
        <span className={styles.medium}>Cancel</span>
      </Button>
    </>
  );
}

function RunFigures() {
  const word = useRun(stateWord);
  const startedAt = useRun((state) => state.present.startedAt);
  const cost = useRun((state) => state.present.totals.costUsd);
  const unpriced = useRun((state) => state.present.totals.unpricedCalls > 0);
  return (
    <span className={styles.running}>
      <StatusRing status={word === 'Running' ? 'running' : 'paused'} size={14} label={word} />
      {startedAt && <Elapsed since={startedAt} />}
      <strong>{formatCost(cost)}</strong>
      {unpriced && <span className={styles.wide}>and calls without a known price</span>}
    </span>
  );
}

function stateWord(state: RunViewState): string {
  if (isPaused(state)) return 'Paused';
  return state.present.status === 'waiting' || state.present.questions.size > 0 ? 'Waits for you' : 'Running';
}
