import Timer from 'lucide-react/icons/timer';
import { formatWaiting } from '@/run/waiting-text';
import { useRun } from '@/state/context';
import { useNow } from '@/ui/use-now';
import styles from './waiting-note.module.css';

/** How many calls wait for limits of providers, and for about how long. */
export default function WaitingNote() {
  const waits = useRun((state) => state.waits);
  const now = useNow(true);
  const text = waits.map((wait) => formatWaiting(wait, now)).join(' · ');
  return (
    <span className={styles.note} title={`${text}. The limits are set in Models.`}>
      <Timer aria-hidden />
      <span>{text}</span>
    </span>
  );
}
