import { useMemo, useState } from 'react';
import type { FormerCall } from '@/run/projections/former-call';
import { Chip, type ChipTone } from '@/ui/display/chip';
import { FoldMark } from '@/ui/display/fold-mark';
import { Table } from '@/ui/table/table';
import { TextDifference } from '@/ui/text/text-difference';
import { formatCounted } from '../context-words';
import { partGroups } from '../parts/part-groups';
import { readPartText } from '../parts/part-text';
import { type SentCall, useSentCall } from '../use-sent-parts';
import { GroupLetter } from '../window/window-bar';
import styles from './call-difference.module.css';
import { type DifferingPart, pairParts } from './differing-parts';

const words: { readonly [K in DifferingPart['state']]: { readonly word: string; readonly tone: ChipTone } } = {
  same: { word: 'The same', tone: 'plain' },
  changed: { word: 'Changed', tone: 'accent' },
  added: { word: 'New', tone: 'ok' },
  removed: { word: 'Gone', tone: 'failed' },
};

/** What a call was sent, compared with the call before it: part by part, with the changes within each word by word. */
export function CallDifference({ sent, former }: { readonly sent: SentCall; readonly former: FormerCall }) {
  const before = useSentCall(former.call);
  const parts = useMemo(
    () =>
      pairParts(before.rows, sent.rows, {
        before: (row) => readPartText(row.source, before.messages, before.tools),
        after: (row) => readPartText(row.source, sent.messages, sent.tools),
      }),
    [before.rows, before.messages, before.tools, sent.rows, sent.messages, sent.tools],
  );
  if (before.loading || sent.loading) return null;
  return (
    <Table
      columns={[
        { name: 'Part' },
        { name: `Against ${former.which}` },
        { name: 'Tokens then', isNumber: true },
        { name: 'Tokens now', isNumber: true },
        { name: 'Change', isNumber: true },
      ]}
      className={styles.table}
    >
      <tbody>
        {parts.map((part) => (
          <Row
            key={part.key}
            part={part}
            then={part.before ? readPartText(part.before.source, before.messages, before.tools) : ''}
            now={part.after ? readPartText(part.after.source, sent.messages, sent.tools) : ''}
          />
        ))}
      </tbody>
    </Table>
  );
}

function Row({ part, then, now }: { readonly part: DifferingPart; readonly then: string; readonly now: string }) {
  const [open, setOpen] = useState(false);
  const { before, after, state } = part;
  const row = after ?? before;
  if (row === undefined) return null;
  const change = (after?.tokens ?? 0) - (before?.tokens ?? 0);
  const name = (
    <>
      <GroupLetter group={row.group} letter={partGroups.find(({ id }) => id === row.group)?.letter ?? ''} />
      {row.label}
    </>
  );
  return (
    <>
      <tr className={state === 'same' ? styles.same : undefined}>
        <td>
          {state === 'same' ? (
            <span className={styles.plain}>{name}</span>
          ) : (
            <button type="button" className={styles.part} aria-expanded={open} onClick={() => setOpen(!open)}>
              <FoldMark />
              {name}
            </button>
          )}
        </td>
        <td>
          <Chip tone={words[state].tone}>{words[state].word}</Chip>
        </td>
        <td data-number>{before ? formatCounted(before.tokens) : '–'}</td>
        <td data-number>{after ? formatCounted(after.tokens) : '–'}</td>
        <td data-number>{change === 0 ? '0' : `${change > 0 ? '+' : '−'}${formatCounted(Math.abs(change))}`}</td>
      </tr>
      {open && (
        <tr>
          <td colSpan={5} className={styles.text}>
            <TextDifference before={then} after={now} />
          </td>
        </tr>
      )}
    </>
  );
}
