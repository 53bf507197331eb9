import { formatBytes } from '@/base/figures';
import { useRuns, useStores, useView } from '@/state/context';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import type { AppDialogProps } from '../dialogs/app-dialog';
import { deleteRun, nameOf } from './run-use-cases';
import { useRunsStorage } from './use-runs-storage';

/** Asks before a run is deleted, and says what goes with it. */
export default function DeleteRunDialog({ onClose }: AppDialogProps) {
  const stores = useStores();
  const id = useView((state) => state.doomedRun);
  const entry = useRuns((state) => state.entries.find((one) => one.id === id));
  const forks = useRuns((state) => state.entries.filter(({ forkedFrom }) => forkedFrom?.executionId === id).length);
  const { use } = useRunsStorage();
  if (id === undefined || entry === undefined) return null;
  const name = nameOf(stores, id);
  const bytes = use?.runs.get(id);
  const open = entry.status === 'running' || entry.status === 'waiting';
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${name.toLowerCase()}`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose} data-autofocus>
            Keep it
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              void deleteRun(stores, [id]);
            }}
          >
            Delete {name.toLowerCase()}
            {bytes !== undefined && `, ${formatBytes(bytes)}`}
          </Button>
        </>
      }
    >
      {open && <p>It has not ended. It is cancelled first.</p>}
      <p>
        Its log, outputs, iterations and snapshots go for good. The workflow, its files and the other runs stay. To keep
        a copy, export the recording first.
      </p>
      {forks > 0 && <p>What was forked from it stays whole, and no longer tells from where it came.</p>}
    </Dialog>
  );
}
