import ChevronRight from 'lucide-react/icons/chevron-right';
import styles from './fold-mark.module.css';

/** Stands before the words of a button that folds something open: it turns with the button's `aria-expanded`. */
export function FoldMark() {
  return <ChevronRight className={styles.mark} aria-hidden="true" />;
}
