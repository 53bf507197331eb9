import FoldVertical from 'lucide-react/icons/fold-vertical';
import { useDocument, useRun, useStores } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { useAttempt } from '@/ui/attempt';
import { Button } from '@/ui/form/button';

/** A button that compacts the history of the active run now. Empty if compaction is off or no run is active. */
export function CompactNow() {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const goesOn = useRun(isRunning);
  const enabled = useDocument(
    ({ document }) => document.compaction !== undefined && document.compaction.enabled !== false,
  );
  const done = useRun(({ run }) => run.context.metrics.compactions);
  const { busy, start } = useAttempt();
  if (!enabled || !goesOn || executionId === undefined) return null;
  return (
    <Button
      size="s"
      icon={<FoldVertical />}
      disabled={busy}
      onClick={() => void start(() => services.runner.compact(executionId))}
    >
      Compact now{done > 0 && ` (${done} so far)`}
    </Button>
  );
}
