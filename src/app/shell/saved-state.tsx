import Check from 'lucide-react/icons/check';
import { useDocument, useView } from '@/state/context';
import { StatusRing } from '@/ui/display/status-ring';
import { useApp } from '../app-context';
import styles from './top-bar.module.css';

/** Whether the open workflow is saved, in words. The banner below says what to do about a failure. */
export function SavedState() {
  const { storageFailure } = useApp();
  const savedIn = useView((state) => state.workflow.savedIn);
  const status = useDocument((state) => state.saved.status);
  if (status === 'failed') {
    return (
      <output className={styles.unsaved}>
        <StatusRing status="failed" size={14} label="Error" />
        Not saved
      </output>
    );
  }
  return (
    <output className={styles.saved}>
      {status === 'saved' ? (
        <>
          <Check size={14} aria-hidden="true" />
          <span>{storageFailure ? 'Kept until the page is closed' : `Saved in ${savedIn ?? 'this browser'}`}</span>
        </>
      ) : (
        <span>Saving…</span>
      )}
    </output>
  );
}
