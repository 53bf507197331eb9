import type { Range } from '@/plan/estimate/estimate';
import styles from './range-bar.module.css';

interface RangeBarProps {
  readonly range: Range;
  /** The value at the right end. */
  readonly most: number;
  /** A line across it, such as a budget. */
  readonly mark?: number | undefined;
}

/** A range as a bar: solid up to its low end, hatched up to its high end. Its figures stand beside it. */
export function RangeBar({ range: { low, high }, most, mark }: RangeBarProps) {
  const percent = (value: number) => `${most <= 0 ? 0 : Math.min(100, (value / most) * 100)}%`;
  return (
    <span className={styles.bar} aria-hidden="true">
      <i className={styles.sure} style={{ width: percent(low) }} />
      <i className={styles.possible} style={{ width: percent(high - low) }} />
      {mark !== undefined && <i className={styles.mark} style={{ left: percent(mark) }} />}
    </span>
  );
}
