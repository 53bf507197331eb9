import { useState } from 'react';
import { Button } from '@/ui/button';
import { speakerOf, textOfMessage } from '../told-messages';
import styles from './as-sent.module.css';
import { LongText } from './long-text';
import type { ToldCall } from './use-told';

/** Messages that are shown at first, and with each wish for more. */
const page = 50;

/** The messages of a call in their order, word for word, and the tools that it was told of. */
export function AsSent({ told: { messages, tools, rows } }: { readonly told: ToldCall }) {
  const [shown, setShown] = useState(page);
  const left = messages.length - shown;
  return (
    <div className={styles.messages}>
      {messages.slice(0, shown).map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call never change or move.
        <section key={index} className={styles.message}>
          <h2>{speakerOf(message)}</h2>
          <LongText text={textOfMessage(message)} />
        </section>
      ))}
      {left > 0 && (
        <Button size="s" onClick={() => setShown(shown + page)}>
          Show {Math.min(page, left)} more of {left} messages
        </Button>
      )}
      {rows.some(({ source }) => source.kind === 'tools') && (
        <section className={styles.message}>
          <h2>Tools</h2>
          <LongText text={tools} />
        </section>
      )}
    </div>
  );
}
