import { type RingStatus, StatusRing } from '../display/status-ring';
import styles from './nav-item.module.css';

interface NavItemProps {
  readonly isCurrent: boolean;
  readonly ring?: { readonly status: RingStatus; readonly word: string } | undefined;
  readonly name: string;
  readonly sub: string;
  /** The number of entries in it. */
  readonly count?: string | undefined;
  readonly onOpen: () => void;
}

/** An entry of the navigation at the left of a screen. */
export function NavItem({ isCurrent, ring, name, sub, count, onOpen }: NavItemProps) {
  return (
    <button type="button" className={styles.item} aria-current={isCurrent ? 'true' : undefined} onClick={onOpen}>
      {ring && <StatusRing status={ring.status} size={14} label={ring.word} />}
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.sub}>{sub}</span>
      </span>
      {count !== undefined && (
        <span className={styles.count} data-count>
          {count}
        </span>
      )}
    </button>
  );
}
