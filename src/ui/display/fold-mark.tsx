import ChevronRight from 'lucide-react/icons/chevron-right';
import styles from './fold-mark.module.css';

/** The arrow before the text of a button that unfolds something. It turns with the button's `aria-expanded`. */
export function FoldMark() {
  return <ChevronRight className={styles.mark} aria-hidden="true" />;
}
