import CircleAlert from 'lucide-react/icons/circle-alert';
import { StatusRing } from '@/ui/display/status-ring';
import styles from './iteration-list.module.css';
import { findExitTone } from './iteration-words';

/** How an iteration ended, as a shape. The word is beside it. */
export function ExitMark({ exitCode }: { readonly exitCode: number }) {
  const tone = findExitTone(exitCode);
  return (
    <span className={styles.mark} aria-hidden="true">
      {tone === 'odd' ? <CircleAlert className={styles.odd} /> : <StatusRing status={tone} size={14} />}
    </span>
  );
}
