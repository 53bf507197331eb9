import { useMemo } from 'react';
import { cutToStart } from '@/base/start-of';
import type { CompactionRecord } from '@/run/context-state';
import { formatInstance } from '@/run/instance-label';
import { getNearestTaskPath } from '@/run/journal-path';
import { formatSegment } from '@/workflow/segment-label';
import { getLastSegment } from '@/workflow/task-path';
import { formatMessageText, formatSpeaker, readMessages, readThoughts, type SentMessage } from '../../sent-messages';
import { usePayload } from '../../use-payload';
import { formatCounted } from '../context-words';
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
function useCompactionTexts({ before, after }: CompactionRecord): CompactionText {
  const replaced = usePayload(before).text;
  const short = usePayload(after).text;
  return useMemo(() => {
    const messages = readMessages(replaced);
    const lines = messages?.map((one) => `${formatSpeaker(one)}: ${formatMessageText(one)}`);
    const thought = messages?.some((one) => readThoughts(one) !== '') ?? false;
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
        <span className={styles.aside}>
          Before, {messages === 1 ? '1 message' : `${formatCounted(messages)} messages`}
        </span>
        <p>{cutToStart(before, 600)}</p>
      </div>
      <div>
        <span className={styles.aside}>After</span>
        <p>{cutToStart(after, 600)}</p>
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
      {of === 'history' && <h3>{tasks.map(formatTaskRunName).join(', ')}</h3>}
      <div className={styles.whole}>
        <div>
          <span className={styles.aside}>Before, {formatCounted(tokensBefore)} tokens</span>
          {turns.length > 0 ? <MessageList messages={turns} heading="h4" /> : <LongText text={before} />}
        </div>
        <div>
          <span className={styles.aside}>After, {formatCounted(tokensAfter)} tokens</span>
          <LongText text={after} />
        </div>
      </div>
    </section>
  );
}

/** The name of a task and which of its runs this is. */
export function formatTaskRunName(path: string): string {
  const which = formatInstance(path);
  return `${formatSegment(getLastSegment(getNearestTaskPath(path)))}${which === '' ? '' : `, ${which}`}`;
}
