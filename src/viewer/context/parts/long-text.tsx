import { useState } from 'react';
import { cutToStart } from '@/base/start-of';
import { joinClassNames } from '@/ui/class-names';
import { MoreButton } from '@/ui/list/more-button';
import styles from './long-text.module.css';

/** Characters shown at first, and added by each press of the button. */
const page = 20_000;

interface LongTextProps {
  readonly text: string;
  /** Shown if the text is empty. */
  readonly empty?: string;
  /** Whether it is fainter than its surroundings. */
  readonly quiet?: boolean;
}

/** An unformatted text from its start. A button shows more of a long one. */
export function LongText({ text, empty = '(nothing)', quiet = false }: LongTextProps) {
  const [shown, setShown] = useState(page);
  if (text === '') return <p className={styles.empty}>{empty}</p>;
  return (
    <>
      <pre className={joinClassNames(styles.text, quiet && styles.quiet)}>
        {text.length > shown ? cutToStart(text, shown) : text}
      </pre>
      <MoreButton
        className={styles.more}
        shown={shown}
        all={text.length}
        page={page}
        what="characters"
        onShow={setShown}
      />
    </>
  );
}
