import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { formatCost } from '@/base/figures';
import { useRun } from '@/state/context';
import { isPaused } from '@/state/run-actions';
import type { RunViewState } from '@/state/run-store';
import { StatusRing } from '@/ui/display/status-ring';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import WaitingNote from '../runs/waiting-note';
import { Elapsed } from './elapsed';
import styles from './top-bar.module.css';
import { useAction } from './use-action';

/** While a run is active: its time and cost, Pause and Cancel; Resume if the person paused it. */
export function RunningControls() {
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
  const word = useRun(formatRunState);
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

function formatRunState(state: RunViewState): string {
  if (isPaused(state)) return 'Paused';
  return state.present.status === 'waiting' || state.present.questions.size > 0 ? 'Waits for you' : 'Running';
}
