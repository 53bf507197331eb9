import Undo2 from 'lucide-react/icons/undo-2';
import { useMemo, useState } from 'react';
import { toFailure } from '@/base/errors';
import type { CompactionRecord } from '@/run/context-state';
import { instanceLabel } from '@/run/instance-label';
import { taskPlaceOf } from '@/run/path';
import type { CallRecord } from '@/run/run-state';
import { useRun, useStores } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Note } from '@/ui/note';
import { ScrollRegion } from '@/ui/scroll-region';
import { notify } from '@/ui/toast';
import { segmentOf } from '@/workflow/place';
import { readMessages, speakerOf, textOfMessage } from '../told-messages';
import { usePayload } from '../use-payload';
import { callLabel } from './call-names';
import styles from './compaction-card.module.css';
import { counted } from './context-words';
import { LongText } from './long-text';

interface CompactionCardProps {
  readonly compaction: CompactionRecord;
  /** The call that was told its outcome. */
  readonly call: CallRecord;
  readonly folded: boolean;
}

/** Older messages and what stands in their place: how much it saves, what it kept, both texts, and the way back. */
export function CompactionCard({ compaction, call, folded }: CompactionCardProps) {
  const { of, strategy, by, why, preserve, messages, tokensBefore, tokensAfter, restored, tasks } = compaction;
  const before = usePayload(compaction.before);
  const after = usePayload(compaction.after);
  const said = useMemo(() => readMessages(before.text) ?? [], [before.text]);
  const originals = said.map((one) => `${speakerOf(one)}: ${textOfMessage(one)}`);
  const [whole, setWhole] = useState(false);
  const saved = tokensBefore - tokensAfter;
  const goesOn = useRun(isRunning);
  return (
    <details className={styles.card} open={!folded}>
      <summary>
        <h2>Compaction of the {of}</h2>
        <span className={styles.aside}>{of === 'history' ? namesOf(tasks) : `before ${callLabel(call.path)}`}</span>
      </summary>
      <div className={styles.content}>
        <Bar label="Before" tokens={tokensBefore} of={tokensBefore} pieces={originals.map((text) => text.length)} />
        <Bar label="After" tokens={tokensAfter} of={tokensBefore} pieces={[1]} />
        <dl className={styles.facts}>
          <dt>Strategy</dt>
          <dd>
            {strategy}, {by === 'agent' ? 'by an agent' : 'by template'}
          </dd>
          <dt>Kept</dt>
          <dd>{preserve.length === 0 ? 'what the strategy keeps' : preserve.join(', ')}</dd>
          <dt>Saved</dt>
          <dd>{counted(Math.max(0, saved))} tokens a call</dd>
        </dl>
        {why !== undefined && <Note tone="warning">The agent did not do it: {why}</Note>}
        <div className={styles.texts}>
          <div>
            <span className={styles.aside}>Before, {messages === 1 ? '1 message' : `${messages} messages`}</span>
            <p>{originals.join(' ').slice(0, 600) || before.text.slice(0, 600)}</p>
          </div>
          <div>
            <span className={styles.aside}>After, 1 message</span>
            <p>{after.text.slice(0, 600)}</p>
          </div>
        </div>
        <div className={styles.buttons}>
          {of === 'history' && <Restore tasks={tasks} restored={restored} />}
          <Button variant="ghost" onClick={() => setWhole(true)}>
            Compare whole
          </Button>
        </div>
        {restored && <p className={styles.aside}>The originals are back: later calls are sent them.</p>}
        {of === 'history' && !restored && !goesOn && (
          <p className={styles.aside}>The run has ended, so nobody will be sent the originals any more.</p>
        )}
      </div>
      <Dialog open={whole} onClose={() => setWhole(false)} title={`Compaction of the ${of}`} wide>
        <div className={styles.whole}>
          <ScrollRegion label="Before" className={styles.side}>
            <h3>Before, {counted(tokensBefore)} tokens</h3>
            <LongText text={originals.join('\n\n') || before.text} />
          </ScrollRegion>
          <ScrollRegion label="After" className={styles.side}>
            <h3>After, {counted(tokensAfter)} tokens</h3>
            <LongText text={after.text} />
          </ScrollRegion>
        </div>
      </Dialog>
    </details>
  );
}

interface BarProps {
  readonly label: string;
  readonly tokens: number;
  /** What fills the whole bar. */
  readonly of: number;
  /** Shares of its pieces, in any unit. */
  readonly pieces: readonly number[];
}

/** Messages beyond these are one piece. */
const mostPieces = 40;

function Bar({ label, tokens, of, pieces }: BarProps) {
  const shown = pieces.length > mostPieces ? [1] : pieces;
  const sum = shown.reduce((one, other) => one + other, 0);
  const width = of === 0 ? 0 : (Math.min(tokens, of) / of) * 100;
  return (
    <div>
      <div className={styles.line}>
        <span>{label}</span>
        <b>{counted(tokens)}</b>
      </div>
      <div className={styles.bar} aria-hidden="true">
        {shown.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no names and never move.
          <i key={index} style={{ width: `${sum === 0 ? 0 : (piece / sum) * width}%` }} />
        ))}
      </div>
    </div>
  );
}

function Restore({ tasks, restored }: { readonly tasks: readonly string[]; readonly restored: boolean }) {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const goesOn = useRun(isRunning);
  const [busy, setBusy] = useState(false);
  const restore = async () => {
    if (executionId === undefined) return;
    setBusy(true);
    try {
      await services.runner.restore(executionId, tasks);
    } catch (error) {
      const { message, advice } = toFailure(error);
      notify({ tone: 'error', title: message, detail: advice });
    } finally {
      setBusy(false);
    }
  };
  if (restored) return null;
  return (
    <Button icon={<Undo2 />} disabled={busy || !goesOn} onClick={() => void restore()}>
      Restore the originals
    </Button>
  );
}

/** The tasks whose messages they were, the first few by name. */
function namesOf(tasks: readonly string[]): string {
  const names = tasks.slice(0, 2).map((path) => {
    const which = instanceLabel(path);
    return `${segmentOf(taskPlaceOf(path))}${which === '' ? '' : ` ${which}`}`;
  });
  const more = tasks.length - names.length;
  return `of ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
