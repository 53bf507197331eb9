import type { RunEventKind } from '@/run/events';
import { keptOfPlace } from '@/run/place-lists';
import { useStores } from '@/state/context';
import { openDrawer, select } from '@/state/view-store';
import type { TaskPath } from '@/workflow/place';
import styles from './earlier-note.module.css';

interface EarlierNoteProps {
  /** How many are listed. */
  readonly shown: number;
  /** Of which task they are, and by which kinds of events they are told; without a place: of all. */
  readonly place?: TaskPath;
  readonly kinds: readonly RunEventKind[];
}

/** Under a list that is cut: that only the newest are in it, and the way to those before. */
export function EarlierNote({ shown, place, kinds }: EarlierNoteProps) {
  const { view } = useStores();
  const open = () => {
    if (place !== undefined) select(view, [place]);
    view.setState(({ eventSearch }) => ({
      eventSearch: { ...eventSearch, kinds, status: undefined, text: '', onlySelected: place !== undefined },
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
  return length >= keptOfPlace;
}
