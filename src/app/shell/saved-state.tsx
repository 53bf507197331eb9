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
  const isSaved = status === 'saved';
  const where = storageFailure ? 'Kept until the page is closed' : `Saved in ${savedIn ?? 'this browser'}`;
  return (
    <output className={styles.saved}>
      {/* Always the same elements: Chromium ends a step of its undo in a text where an element is taken out of the page. */}
      <Check size={14} aria-hidden="true" style={{ display: isSaved ? undefined : 'none' }} />
      <span>{isSaved ? where : 'Saving…'}</span>
    </output>
  );
}
