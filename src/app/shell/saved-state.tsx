import Check from 'lucide-react/icons/check';
import { useDocument, useStores } from '@/state/context';
import { Button } from '@/ui/button';
import { Popover } from '@/ui/popover';
import { StatusRing } from '@/ui/status-ring';
import { useApp } from '../app-context';
import styles from './top-bar.module.css';

/** How the open workflow stands to the storage, in words. */
export function SavedState() {
  const { document } = useStores();
  const { storageFailure } = useApp();
  const saved = useDocument((state) => state.saved);
  if (saved.status === 'failed') {
    return (
      <Popover
        label="Not saved"
        trigger={
          <Button variant="ghost" icon={<StatusRing status="failed" size={14} label="Error" />}>
            Not saved
          </Button>
        }
      >
        <div className={styles.why}>
          <p>
            <strong>{saved.failure.message}</strong> {saved.failure.advice}
          </p>
          <Button onClick={() => void document.actions.save()}>Save again</Button>
        </div>
      </Popover>
    );
  }
  return (
    <output className={styles.saved}>
      {saved.status === 'saved' ? (
        <>
          <Check size={14} aria-hidden="true" />
          <span>{storageFailure ? 'Kept until the page is closed' : 'Saved in this browser'}</span>
        </>
      ) : (
        <span>Saving…</span>
      )}
    </output>
  );
}
