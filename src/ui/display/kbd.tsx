import { joinClassNames } from '../class-names';
import { formatKeys } from '../keys';
import styles from './kbd.module.css';

interface KbdProps {
  /** In the notation of `formatKeys`. */
  readonly keys: string;
  readonly onAccent?: boolean;
  /** Without a frame, in the colour of the surrounding text. */
  readonly bare?: boolean;
}

/** Keys to press. They are hidden from screen readers, which would read them as part of the name of a control. */
export function Kbd({ keys, onAccent = false, bare = false }: KbdProps) {
  return (
    <span aria-hidden="true" className={joinClassNames(styles.kbd, onAccent && styles.onAccent, bare && styles.bare)}>
      {formatKeys(keys)}
    </span>
  );
}
