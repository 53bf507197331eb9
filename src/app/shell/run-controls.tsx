import Play from 'lucide-react/icons/play';
import Square from 'lucide-react/icons/square';
import { formatCost } from '@/base/figures';
import { useRun } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { Button } from '@/ui/button';
import { StatusRing } from '@/ui/status-ring';
import { Elapsed } from './elapsed';
import styles from './top-bar.module.css';
import { useAction } from './use-action';

/** Run; while a run goes on, its time and cost, and Cancel. */
export function RunControls() {
  return useRun(isRunning) ? <Running /> : <Run />;
}

function Run() {
  const run = useAction('run');
  return (
    <Button variant="primary" icon={<Play />} shortcut={run.shortcut} disabled={!run.enabled} onClick={run.run}>
      Run
    </Button>
  );
}

function Running() {
  const cancel = useAction('cancel');
  const waits = useRun((state) => state.run.status === 'waiting');
  const startedAt = useRun((state) => state.run.startedAt);
  const cost = useRun((state) => state.run.totals.costUsd);
  const unpriced = useRun((state) => state.run.totals.unpricedCalls > 0);
  return (
    <>
      <span className={styles.running}>
        <StatusRing status={waits ? 'paused' : 'running'} size={14} label={waits ? 'Waits for you' : 'Running'} />
        {startedAt && <Elapsed since={startedAt} />}
        <strong>{formatCost(cost)}</strong>
        {unpriced && <span className={styles.wide}>and calls without a known price</span>}
      </span>
      <Button icon={<Square />} shortcut={cancel.shortcut} onClick={cancel.run}>
        Cancel
      </Button>
    </>
  );
}
