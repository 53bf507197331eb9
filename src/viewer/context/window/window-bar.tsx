import type { CallWindow } from '@/run/event-data';
import { formatCounted, formatShortCount } from '../context-words';
import { groupRows, type PartGroupId, type PartRow, partGroups } from '../parts/part-groups';
import styles from './window-bar.module.css';

interface WindowBarProps {
  readonly rows: readonly PartRow[];
  readonly window: Pick<CallWindow, 'size' | 'usable' | 'reserve' | 'sent'>;
}

interface Segment {
  readonly key: string;
  readonly group: PartGroupId;
  readonly tokens: number;
  readonly letter: string;
  readonly title: string;
}

/**
 * What a call was sent as one bar: its parts, drawn to the whole of what was sent. Below it, if the size of the window
 * is known, the window as a thin one: how much of it that is, the space reserved for the answer, and the limit.
 */
export function WindowBar({ rows, window }: WindowBarProps) {
  const { size, sent } = window;
  const segments = buildSegments(rows);
  const whole = segments.reduce((sum, { tokens }) => sum + tokens, 0);
  const left = computeLeft(window);
  const label =
    size === null
      ? `What was sent: ${formatCounted(sent)} tokens`
      : `Window: ${formatCounted(sent)} of ${formatCounted(size)} tokens used, ${formatCounted(window.reserve)} reserved for the answer, ${formatCounted(left)} free`;
  return (
    <div className={styles.picture} role="img" aria-label={label}>
      <div className={styles.stack}>
        {segments.map(({ key, group, tokens, letter, title }) => {
          const share = whole === 0 ? 0 : (tokens / whole) * 100;
          return (
            <span
              key={key}
              className={styles.segment}
              data-part={group}
              style={{ width: `${share}%` }}
              title={`${title}: ${formatCounted(tokens)} tokens`}
            >
              {share > 2.4 && letter !== '' && <b>{letter}</b>}
            </span>
          );
        })}
      </div>
      {size !== null && size > 0 && <WholeWindow window={window} size={size} />}
    </div>
  );
}

/** The window as a whole, with what was sent in it. */
function WholeWindow({ window, size }: Pick<WindowBarProps, 'window'> & { readonly size: number }) {
  const { sent, reserve, usable } = window;
  const share = (tokens: number) => Math.min(100, (tokens / size) * 100);
  const at = usable === null ? undefined : share(usable);
  return (
    <div className={styles.window}>
      <div className={styles.track}>
        <i data-part="sent" style={{ width: `${share(sent)}%` }} title={`Sent: ${formatCounted(sent)} tokens`} />
        <i
          data-part="reserve"
          style={{ left: `${share(sent)}%`, width: `${Math.min(100 - share(sent), share(reserve))}%` }}
          title={`Reserve for the answer: ${formatCounted(reserve)} tokens`}
        />
        {at !== undefined && (
          <span className={styles.mark} style={{ left: `${at}%` }} data-end={at > 94 ? '' : undefined}>
            <em>limit {Math.round(at)} %</em>
          </span>
        )}
      </div>
      <span className={styles.said}>
        {formatShortCount(sent)} of {formatShortCount(size)}
      </span>
    </div>
  );
}

/** The meaning of the bar's colours and letters, with the tokens of each. */
export function WindowLegend({ rows, window }: WindowBarProps) {
  const tokens = new Map<string, number>(groupRows(rows).map((group) => [group.id, group.tokens]));
  const entries = [
    ...partGroups.map(({ id, letter, label }) => ({ id, letter, label, tokens: tokens.get(id) ?? 0 })),
    ...(window.size === null
      ? []
      : [
          { id: 'reserve', letter: '', label: 'Reserve for the answer', tokens: window.reserve },
          { id: 'free', letter: '', label: 'Free', tokens: computeLeft(window) },
        ]),
  ];
  return (
    <dl className={styles.legend}>
      {entries.map((entry) => (
        <div key={entry.id} className={styles.entry}>
          <dt>
            <GroupLetter group={entry.id} letter={entry.letter} />
            {entry.label}
          </dt>
          <dd>{formatCounted(entry.tokens)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The letter of a group on its colour. */
export function GroupLetter({ group, letter }: { readonly group: string; readonly letter: string }) {
  return (
    <span className={styles.letter} data-part={group} aria-hidden="true">
      {letter}
    </span>
  );
}

function computeLeft({ size, reserve, sent }: WindowBarProps['window']): number {
  return size === null ? 0 : Math.max(0, size - sent - reserve);
}

/** Each earlier output has a segment of its own; the widest of them carries the letter. */
function buildSegments(rows: readonly PartRow[]): readonly Segment[] {
  const segments = groupRows(rows).flatMap((group): Segment[] => {
    const { id, letter, label, tokens } = group;
    if (id !== 'injected') return [{ key: id, group: id, tokens, letter, title: label }];
    const widest = group.rows.reduce((one, other) => (other.tokens > one.tokens ? other : one));
    return group.rows.map((row) => ({
      key: row.key,
      group: id,
      tokens: row.tokens,
      letter: row === widest ? letter : '',
      title: row.label,
    }));
  });
  return segments.filter(({ tokens }) => tokens > 0);
}
