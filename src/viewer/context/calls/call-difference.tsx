import { useMemo } from 'react';
import type { FormerCall } from '@/run/projections/former-call';
import { Chip, type ChipTone } from '@/ui/display/chip';
import { type ComparedRow, ComparisonTable } from '@/ui/table/comparison-table';
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
    <ComparisonTable
      columns={[
        { name: 'Part' },
        { name: `Against ${former.which}` },
        { name: 'Tokens then', isNumber: true },
        { name: 'Tokens now', isNumber: true },
        { name: 'Change', isNumber: true },
      ]}
      items={parts}
      getKey={({ key }) => key}
      className={styles.table}
    >
      {(part) => ({ rows: [readPartRow(part, before, sent)] })}
    </ComparisonTable>
  );
}

function readPartRow({ key, before, after, state }: DifferingPart, then: SentCall, now: SentCall): ComparedRow {
  const row = after ?? before;
  const change = (after?.tokens ?? 0) - (before?.tokens ?? 0);
  const readText = (part: DifferingPart['before'], { messages, tools }: SentCall) =>
    part ? readPartText(part.source, messages, tools) : '';
  return {
    key,
    isSame: state === 'same',
    head: (
      <span className={state === 'same' ? styles.same : styles.part}>
        {row && <GroupLetter group={row.group} letter={partGroups.find(({ id }) => id === row.group)?.letter ?? ''} />}
        {row?.label}
      </span>
    ),
    cells: [
      <Chip key="state" tone={words[state].tone}>
        {words[state].word}
      </Chip>,
      before ? formatCounted(before.tokens) : '–',
      after ? formatCounted(after.tokens) : '–',
      change === 0 ? '0' : `${change > 0 ? '+' : '−'}${formatCounted(Math.abs(change))}`,
    ],
    words:
      state === 'same'
        ? undefined
        : () => <TextDifference before={readText(before, then)} after={readText(after, now)} />,
  };
}
