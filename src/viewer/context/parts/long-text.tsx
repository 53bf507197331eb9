import { useState } from 'react';
import { classNames } from '@/ui/class-names';
import { Button } from '@/ui/form/button';
import styles from './long-text.module.css';

/** Characters that are shown at first, and with each wish for more. */
const page = 20_000;

interface LongTextProps {
  readonly text: string;
  /** Said when there is none. */
  readonly empty?: string;
  /** Whether it stands back behind what is beside it. */
  readonly quiet?: boolean;
}

/** A text as it is, from its start; more of a long one when asked for. */
export function LongText({ text, empty = '(nothing)', quiet = false }: LongTextProps) {
  const [shown, setShown] = useState(page);
  if (text === '') return <p className={styles.empty}>{empty}</p>;
  const left = text.length - shown;
  return (
    <>
      <pre className={classNames(styles.text, quiet && styles.quiet)}>{left > 0 ? text.slice(0, shown) : text}</pre>
      {left > 0 && (
        <Button size="s" className={styles.more} onClick={() => setShown(shown + page)}>
          Show {Math.min(page, left).toLocaleString('en')} more of {left.toLocaleString('en')} characters
        </Button>
      )}
    </>
  );
}
