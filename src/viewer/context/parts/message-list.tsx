import { useState } from 'react';
import { MoreButton } from '@/ui/list/more-button';
import { formatMessageText, formatSpeaker, readThoughts, type SentMessage } from '../../sent-messages';
import { ThinkingFold } from '../../thinking/thinking-fold';
import { LongText } from './long-text';
import styles from './message-list.module.css';

/** Messages shown at first, and added by each press of the button. */
const page = 50;

interface MessageListProps {
  readonly messages: readonly SentMessage[];
  /** The level of the headings, which name the roles. */
  readonly heading: 'h2' | 'h3' | 'h4';
}

/** Messages in order, word for word. What models thought before them is folded. */
export function MessageList({ messages, heading: Heading }: MessageListProps) {
  const [shown, setShown] = useState(page);
  return (
    <div className={styles.messages}>
      {messages.slice(0, shown).map((message, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the messages of a call never change or move.
        <section key={index} className={styles.message}>
          <Heading>{formatSpeaker(message)}</Heading>
          <MessageThoughts message={message} />
          <LongText text={formatMessageText(message)} />
        </section>
      ))}
      <MoreButton shown={shown} all={messages.length} page={page} what="messages" onShow={setShown} />
    </div>
  );
}

/** What a model thought before a message, folded; nothing if that is not known. */
export function MessageThoughts({ message }: { readonly message: SentMessage }) {
  const [open, setOpen] = useState(false);
  const thoughts = readThoughts(message);
  if (thoughts === '') return null;
  return (
    <ThinkingFold title="Thinking" open={open} onOpenChange={setOpen}>
      <LongText text={thoughts} quiet />
    </ThinkingFold>
  );
}
