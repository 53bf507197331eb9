import { formatBytes } from '@/base/figures';
import { isUnfinished } from '@/run/is-unfinished';
import { useRuns, useStores } from '@/state/context';
import { removeRuns } from '@/state/start-and-fork';
import { attemptAction } from '@/ui/attempt';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import type { DialogAbout } from '../dialogs/app-dialog';
import { usePlaceOf } from '../servers/use-run-place';
import { nameOfRun } from './run-use-cases';
import { useRunsStorage } from './use-runs-storage';

/** Asks before a run is deleted, and says what else is deleted with it. */
export default function DeleteRunDialog({ dialog: { executionId: id }, onClose }: DialogAbout<'delete-run'>) {
  const stores = useStores();
  const entry = useRuns((state) => state.entries.find((one) => one.id === id));
  const entries = useRuns((state) => state.entries);
  const forks = entries.filter(({ forkedFrom }) => forkedFrom?.executionId === id);
  const isCutShort = forks.some(({ status }) => status !== 'completed');
  const { use } = useRunsStorage();
  const { place } = usePlaceOf(id, undefined);
  if (entry === undefined) return null;
  const name = nameOfRun(stores, id);
  const bytes = use?.runs.get(id);
  const open = isUnfinished(entry.status);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Delete ${name.toLowerCase()}`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              void attemptAction(() => removeRuns(stores, [id]));
            }}
          >
            Delete {name.toLowerCase()}
            {bytes !== undefined && `, ${formatBytes(bytes)}`}
          </Button>
        </>
      }
    >
      {open && place === null && <p>It has not ended, and is cancelled first.</p>}
      {open && place && <p>It continues at {place.server.name}. To end it there, cancel it first.</p>}
      <p>
        Its log, outputs, iterations and snapshots are deleted for good. The workflow, its files and the other runs
        stay. To keep a copy, export the recording first.
      </p>
      {forks.length > 0 && <p>Runs forked from it keep what they took, but no longer show where they came from.</p>}
      {isCutShort && (
        <p>A fork of it did not complete: what that has not taken over yet is asked again when it continues.</p>
      )}
    </Dialog>
  );
}
