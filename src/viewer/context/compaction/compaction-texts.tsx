import { useMemo } from 'react';
import type { CompactionRecord } from '@/run/context-state';
import { instanceLabel } from '@/run/instance-label';
import { nearestTaskPath } from '@/run/journal-path';
import { segmentLabel } from '@/workflow/segment-label';
import { segmentOf } from '@/workflow/task-path';
import { readMessages, type SentMessage, speakerOf, textOfMessage, thoughtsOfMessage } from '../../sent-messages';
import { usePayload } from '../../use-payload';
import { counted } from '../context-words';
import { LongText } from '../parts/long-text';
import { MessageList } from '../parts/message-list';
import styles from './compaction-card.module.css';

/** What a compaction replaced, message by message, and its replacement. */
interface CompactionText {
  readonly before: string;
  /** The replaced messages, if a model thought before some of them; otherwise empty. */
  readonly turns: readonly SentMessage[];
  readonly after: string;
}

/** Reads both texts of a compaction. */
export function useCompactionTexts({ before, after }: CompactionRecord): CompactionText {
  const replaced = usePayload(before).text;
  const short = usePayload(after).text;
  return useMemo(() => {
    const messages = readMessages(replaced);
    const lines = messages?.map((one) => `${speakerOf(one)}: ${textOfMessage(one)}`);
    const thought = messages?.some((one) => thoughtsOfMessage(one) !== '') ?? false;
    return { before: lines?.join('\n\n') ?? replaced, turns: thought && messages ? messages : [], after: short };
  }, [replaced, short]);
}

/** The start of both texts, side by side. */
export function CompactionStart({
  record,
  messages,
}: {
  readonly record: CompactionRecord;
  readonly messages: number;
}) {
  const { before, after } = useCompactionTexts(record);
  return (
    <div className={styles.texts}>
      <div>
        <span className={styles.aside}>Before, {messages === 1 ? '1 message' : `${counted(messages)} messages`}</span>
        <p>{before.slice(0, 600)}</p>
      </div>
      <div>
        <span className={styles.aside}>After</span>
        <p>{after.slice(0, 600)}</p>
      </div>
    </div>
  );
}

/** Both texts of a compaction, whole and side by side. */
export function CompactionWhole({ record }: { readonly record: CompactionRecord }) {
  const { before, turns, after } = useCompactionTexts(record);
  const { of, tasks, tokensBefore, tokensAfter } = record;
  return (
    <section className={styles.pair}>
      {of === 'history' && <h3>{tasks.map(taskRunName).join(', ')}</h3>}
      <div className={styles.whole}>
        <div>
          <span className={styles.aside}>Before, {counted(tokensBefore)} tokens</span>
          {turns.length > 0 ? <MessageList messages={turns} heading="h4" /> : <LongText text={before} />}
        </div>
        <div>
          <span className={styles.aside}>After, {counted(tokensAfter)} tokens</span>
          <LongText text={after} />
        </div>
      </div>
    </section>
  );
}

/** The name of a task and which of its runs this is. */
export function taskRunName(path: string): string {
  const which = instanceLabel(path);
  return `${segmentLabel(segmentOf(nearestTaskPath(path)))}${which === '' ? '' : `, ${which}`}`;
}
