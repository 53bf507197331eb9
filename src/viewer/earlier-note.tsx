import type { RunEventKind } from '@/run/events';
import { keptPerTask } from '@/run/lists-by-task';
import { useStores } from '@/state/context';
import { openDrawer, select } from '@/state/view-store';
import type { TaskPath } from '@/workflow/task-path';
import styles from './earlier-note.module.css';

interface EarlierNoteProps {
  /** How many are listed. */
  readonly shown: number;
  /** Of which task they are, and by which kinds of events they are told; without a place: of all. */
  readonly taskPath?: TaskPath;
  readonly kinds: readonly RunEventKind[];
}

/** Under a list that is cut: that only the newest are in it, and the way to those before. */
export function EarlierNote({ shown, taskPath, kinds }: EarlierNoteProps) {
  const { view } = useStores();
  const open = () => {
    if (taskPath !== undefined) select(view, [taskPath]);
    view.setState(({ eventSearch }) => ({
      eventSearch: { ...eventSearch, kinds, status: undefined, text: '', onlySelected: taskPath !== undefined },
    }));
    openDrawer(view, 'events');
  };
  return (
    <p className={styles.note}>
      The newest {shown.toLocaleString('en')}; earlier ones are in{' '}
      <button type="button" className={styles.link} onClick={open}>
        Events
      </button>
      .
    </p>
  );
}

/** Whether a list of a place may have lost its first entries: of each place the newest are kept. */
export function isCut(length: number): boolean {
  return length >= keptPerTask;
}
