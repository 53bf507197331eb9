import Undo2 from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import { formatCost } from '@/base/figures';
import type { CompactionRecord } from '@/run/context-state';
import { getNearestTaskPath } from '@/run/journal-path';
import type { CallRecord } from '@/run/run-state';
import { useRun, useStores } from '@/state/context';
import { isRunning } from '@/state/run-actions';
import { useAttempt } from '@/ui/attempt';
import { Note } from '@/ui/display/note';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { Button } from '@/ui/form/button';
import { Dialog } from '@/ui/overlay/dialog';
import { useReadOnly } from '../../use-read-only';
import { callLabel } from '../calls/call-names';
import { formatCounted } from '../context-words';
import { useInputPrice } from '../window/input-price';
import styles from './compaction-card.module.css';
import { CompactionStart, CompactionWhole, formatTaskRunName } from './compaction-texts';

interface CompactionCardProps {
  /** The compactions of the tasks of a history, or the one of a conversation. At least one. */
  readonly compactions: readonly CompactionRecord[];
  /** The call whose prompt contains the result. */
  readonly call: CallRecord;
}

/**
 * Older messages and the summary that replaced them: how much it saves, what it kept, both texts, and a way to undo it.
 */
export function CompactionCard({ compactions, call }: CompactionCardProps) {
  const [whole, setWhole] = useState(false);
  const goesOn = useRun(isRunning);
  const price = useInputPrice(getNearestTaskPath(call.path));
  const last = compactions.at(-1);
  if (last === undefined) return null;
  const { of, strategy, by, preserve } = last;
  const sumSizes = (size: (one: CompactionRecord) => number) => compactions.reduce((sum, one) => sum + size(one), 0);
  const [before, after] = [sumSizes((one) => one.tokensBefore), sumSizes((one) => one.tokensAfter)];
  const tasks = compactions.filter(({ restored }) => !restored).flatMap((one) => one.tasks);
  const why = [...new Set(compactions.flatMap((one) => one.why ?? []))];
  return (
    <section className={styles.card} aria-label={`Compaction of the ${of}`}>
      <div className={styles.title}>
        <h2>Compaction of the {of}</h2>
        <span className={styles.aside}>
          {of === 'history' ? formatNames(compactions) : `before ${callLabel(call.path)}`}
        </span>
      </div>
      <Bar label="Before" tokens={before} of={before} pieces={compactions.map((one) => one.tokensBefore)} />
      <Bar label="After" tokens={after} of={before} pieces={compactions.map((one) => one.tokensAfter)} />
      <dl className={styles.facts}>
        <dt>Strategy</dt>
        <dd>
          {strategy}, {by === 'agent' ? 'by an agent' : 'by template'}
        </dd>
        <dt>Kept</dt>
        <dd>{preserve.length === 0 ? 'what the strategy keeps' : preserve.join(', ')}</dd>
        <dt>Saved</dt>
        <dd>{formatSaved(before - after, price)} a call</dd>
      </dl>
      {why.map((reason) => (
        <Note key={reason} tone="warning">
          The agent did not do it: {reason}
        </Note>
      ))}
      <CompactionStart record={last} messages={sumSizes((one) => one.messages)} />
      <div className={styles.buttons}>
        {of === 'history' && tasks.length > 0 && <Restore tasks={tasks} enabled={goesOn} />}
        <Button variant="ghost" onClick={() => setWhole(true)}>
          Compare whole
        </Button>
      </div>
      {of === 'history' && <p className={styles.aside}>{describeWayBack(tasks.length > 0, goesOn)}</p>}
      <Dialog open={whole} onClose={() => setWhole(false)} title={`Compaction of the ${of}`} width="wide">
        <ScrollRegion label="Before and after" className={styles.region}>
          {compactions.map((record) => (
            <CompactionWhole key={record.path} record={record} />
          ))}
        </ScrollRegion>
      </Dialog>
    </section>
  );
}

interface BarProps {
  readonly label: string;
  readonly tokens: number;
  /** Tokens that would fill the whole bar. */
  readonly of: number;
  /** Tokens of its pieces. */
  readonly pieces: readonly number[];
}

/** Beyond this number, pieces cannot be told apart. */
const mostPieces = 40;

function Bar({ label, tokens, of, pieces }: BarProps) {
  const shown = pieces.length > mostPieces ? [tokens] : pieces;
  return (
    <div>
      <div className={styles.line}>
        <span>{label}</span>
        <b>{formatCounted(tokens)}</b>
      </div>
      <div className={styles.bar} aria-hidden="true">
        {shown.map((piece, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces have no names and never move.
          <i key={index} style={{ width: `${of === 0 ? 0 : Math.min(100, (piece / of) * 100)}%` }} />
        ))}
      </div>
    </div>
  );
}

function Restore({ tasks, enabled }: { readonly tasks: readonly string[]; readonly enabled: boolean }) {
  const { services } = useStores();
  const executionId = useRun((state) => state.executionId);
  const { busy, start } = useAttempt();
  const isReadOnly = useReadOnly();
  const restoreOriginals = async () => {
    if (executionId !== undefined) await start(() => services.runner.restore(executionId, tasks));
  };
  if (isReadOnly) return null;
  return (
    <Button icon={<Undo2 />} disabled={busy || !enabled} onClick={() => void restoreOriginals()}>
      Restore the originals
    </Button>
  );
}

function formatSaved(tokens: number, price: number | undefined): string {
  const saved = Math.max(0, tokens);
  const cost = price === undefined || price === 0 ? '' : ` · ${formatCost(saved * price)}`;
  return `${formatCounted(saved)} tokens${cost}`;
}

function describeWayBack(compacted: boolean, goesOn: boolean): string {
  if (!compacted) return 'The originals are back: later calls are sent them.';
  return goesOn
    ? 'Later calls are then sent the originals.'
    : 'The run has ended, so nobody will be sent the originals any more.';
}

/** The tasks that the messages belonged to, the first few by name. */
function formatNames(compactions: readonly CompactionRecord[]): string {
  const tasks = compactions.flatMap((one) => one.tasks);
  const more = tasks.length - 2;
  return `of ${tasks.slice(0, 2).map(formatTaskRunName).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
