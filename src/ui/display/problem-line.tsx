import CircleX from 'lucide-react/icons/circle-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import styles from './problem-line.module.css';

interface ProblemLineProps {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** The position, in a few characters. */
  readonly place: string;
}

/** A problem and its position: the content of a row in a list of problems. */
export function ProblemLine({ severity, message, place }: ProblemLineProps) {
  const Icon = severity === 'error' ? CircleX : TriangleAlert;
  return (
    <span className={styles.line} data-severity={severity}>
      <Icon role="img" aria-label={severity === 'error' ? 'Error' : 'Warning'} />
      <span className={styles.message}>{message}</span>
      <span className={styles.place}>{place}</span>
    </span>
  );
}
