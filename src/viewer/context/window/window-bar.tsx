import type { CallWindow } from '@/run/event-data';
import { formatCounted } from '../context-words';
import { groupRows, type PartGroupId, type PartRow, partGroups } from '../parts/part-groups';
import styles from './window-bar.module.css';

interface WindowBarProps {
  readonly rows: readonly PartRow[];
  readonly window: Pick<CallWindow, 'size' | 'usable' | 'reserve' | 'sent'>;
}

interface Segment {
  readonly key: string;
  readonly group: PartGroupId | 'reserve' | 'free';
  readonly tokens: number;
  readonly letter: string;
  readonly title: string;
}

/**
 * The context window of a call as one bar: its parts, the space reserved for the answer, and what is free. If its size
 * is not known, only what was sent.
 */
export function WindowBar({ rows, window }: WindowBarProps) {
  const { size, usable, sent } = window;
  const segments = buildSegments(rows, window);
  const whole = segments.reduce((sum, { tokens }) => sum + tokens, 0);
  const at = size === null || usable === null ? undefined : (usable / Math.max(size, whole)) * 100;
  const left = computeLeft(window);
  const label =
    size === null
      ? `What was sent: ${formatCounted(sent)} tokens`
      : `Window: ${formatCounted(sent)} of ${formatCounted(size)} tokens used, ${formatCounted(window.reserve)} reserved for the answer, ${formatCounted(left)} free`;
  return (
    <div className={styles.stack} role="img" aria-label={label}>
      {segments.map(({ key, group, tokens, letter, title }, index) => {
        const share = whole === 0 ? 0 : (tokens / whole) * 100;
        return (
          <span
            key={key}
            className={styles.segment}
            data-part={group}
            data-last={index === segments.length - 1 ? '' : undefined}
            style={{ width: `${share}%` }}
            title={`${title}: ${formatCounted(tokens)} tokens`}
          >
            {share > 2.4 && letter !== '' && <b>{letter}</b>}
          </span>
        );
      })}
      {at !== undefined && (
        <span className={styles.mark} style={{ left: `${at}%` }} data-end={at > 94 ? '' : undefined}>
          <em>limit {Math.round(((usable ?? 0) / (size ?? 1)) * 100)} %</em>
        </span>
      )}
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
function buildSegments(rows: readonly PartRow[], window: WindowBarProps['window']): readonly Segment[] {
  const segments: Segment[] = groupRows(rows).flatMap((group): Segment[] => {
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
  if (window.size === null) return segments;
  const reserve: Segment = {
    key: 'reserve',
    group: 'reserve',
    tokens: window.reserve,
    letter: 'H',
    title: 'Reserve for the answer',
  };
  const free: Segment = { key: 'free', group: 'free', tokens: computeLeft(window), letter: '', title: 'Free' };
  return [...segments, reserve, free].filter(({ tokens }) => tokens > 0);
}
