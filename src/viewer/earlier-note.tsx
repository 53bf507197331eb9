import type { RunEventKind } from '@/run/events';
import { keptPerTask } from '@/run/lists-by-task';
import { useStores } from '@/state/context';
import { selectTasks } from '@/state/view/canvas';
import { filterEvents, openDrawer } from '@/state/view/panels';
import type { TaskPath } from '@/workflow/task-path';
import styles from './earlier-note.module.css';

interface EarlierNoteProps {
  /** The number of entries in the list. */
  readonly shown: number;
  /** The task of the entries (undefined: all tasks), and the kinds of events that they come from. */
  readonly taskPath?: TaskPath;
  readonly kinds: readonly RunEventKind[];
}

/** The note under a shortened list: it has only the newest entries. A link leads to the earlier ones. */
export function EarlierNote({ shown, taskPath, kinds }: EarlierNoteProps) {
  const { view } = useStores();
  const openEvents = () => {
    if (taskPath !== undefined) selectTasks(view, [taskPath]);
    filterEvents(view, { kinds, status: undefined, text: '', onlySelected: taskPath !== undefined });
    openDrawer(view, 'events');
  };
  return (
    <p className={styles.note}>
      The newest {shown.toLocaleString('en')}; earlier ones are in{' '}
      <button type="button" className={styles.link} onClick={openEvents}>
        Events
      </button>
      .
    </p>
  );
}

/** Whether the list of a task may have lost its first entries. For each task only the newest are kept. */
export function isCut(length: number): boolean {
  return length >= keptPerTask;
}
