import { useState } from 'react';
import type { CallRecord, Payload } from '@/run/run-state';
import type { StreamedText } from '@/state/run-store';
import { Note } from '@/ui/display/note';
import { LongText } from '../context/parts/long-text';
import { ShownPart } from '../output/shown-part';
import { usePayload } from '../use-payload';
import styles from './thinking.module.css';
import { ThinkingFold } from './thinking-fold';
import { cutTail, formatThinkingTitle } from './thinking-words';

interface CallThinkingProps {
  readonly call: CallRecord | undefined;
  /** What it streams now; undefined: nothing. */
  readonly live: StreamedText | undefined;
  /** Whether the output below belongs to another call, such as the winner of a vote. */
  readonly isOther: boolean;
  /** Name of the task. */
  readonly label: string;
}

/** What the model of a call thought, folded. While the model only thinks, the end of it is visible. */
export function CallThinking({ call, live, isOther, label }: CallThinkingProps) {
  // Kept here, because between the end of the stream and the reply there is nothing to unfold for a moment.
  const [opened, setOpened] = useState<string>();
  const path = live?.path ?? call?.path;
  const { reasoning, usage } = call?.reply ?? {};
  const thinks = live !== undefined && live.text === '';
  const name = live === undefined && isOther ? 'Thinking of the last call' : 'Thinking';
  const title = thinks
    ? 'Thinking…'
    : formatThinkingTitle(live === undefined ? usage?.reasoningTokens : undefined, name);
  const hasText = live === undefined ? reasoning !== undefined : live.reasoning !== '';
  if (!hasText) return live === undefined ? <WithheldThinking title={title} tokens={usage?.reasoningTokens} /> : null;
  return (
    <ThinkingFold
      title={title}
      tail={thinks ? cutTail(live.reasoning) : undefined}
      open={opened !== undefined && opened === path}
      onOpenChange={(open) => setOpened(open ? path : undefined)}
    >
      {live === undefined ? (
        <WholeThinking payload={reasoning} label={label} />
      ) : (
        <LongText text={live.reasoning} quiet />
      )}
    </ThinkingFold>
  );
}

/** Shown instead of a text that the model's maker does not publish. */
function WithheldThinking({ title, tokens = 0 }: { readonly title: string; readonly tokens: number | undefined }) {
  if (tokens === 0) return null;
  return <p className={styles.untold}>{title}. The provider does not show the text.</p>;
}

function WholeThinking({ payload, label }: { readonly payload: Payload | undefined; readonly label: string }) {
  const read = usePayload(payload);
  return (
    <>
      <ShownPart capture={undefined} payload={payload} text={read} what="thinking" label={label} />
      <LongText text={read.text} quiet />
      {read.status === 'loading' && <p className={styles.untold}>Reading the rest…</p>}
      {read.status === 'failed' && <Note tone="error">{read.message}</Note>}
    </>
  );
}
