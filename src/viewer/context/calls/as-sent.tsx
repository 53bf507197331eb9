import { LongText } from '../parts/long-text';
import { MessageList } from '../parts/message-list';
import type { SentCall } from '../use-sent-parts';
import styles from './as-sent.module.css';

/** The messages of a call in order, word for word, and the tools that were sent with it. */
export function AsSent({ sent: { messages, tools, rows } }: { readonly sent: SentCall }) {
  return (
    <div className={styles.messages}>
      <MessageList messages={messages} heading="h2" />
      {rows.some(({ source }) => source.kind === 'tools') && (
        <section className={styles.message}>
          <h2>Tools</h2>
          <LongText text={tools} />
        </section>
      )}
    </div>
  );
}
