import FoldVertical from 'lucide-react/icons/fold-vertical';
import { useState } from 'react';
import { toFailure } from '@/base/errors';
import { useDocument, useRun, useStores } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { Button } from '@/ui/button';
import { notify } from '@/ui/toast';

/** Compacts the history of the run that goes on, by hand. Nothing where compaction is off or no run goes on. */
export function CompactNow() {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const goesOn = useRun(isRunning);
  const enabled = useDocument(
    ({ document }) => document.compaction !== undefined && document.compaction.enabled !== false,
  );
  const done = useRun(({ run }) => run.context.metrics.compactions);
  const [busy, setBusy] = useState(false);
  if (!enabled || !goesOn || executionId === undefined) return null;
  const compact = async () => {
    setBusy(true);
    try {
      await services.runner.compact(executionId);
    } catch (error) {
      const { message, advice } = toFailure(error);
      notify({ tone: 'error', title: message, detail: advice });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="s" icon={<FoldVertical />} disabled={busy} onClick={() => void compact()}>
      Compact now{done > 0 && ` (${done} so far)`}
    </Button>
  );
}
