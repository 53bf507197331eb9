import ChevronRight from 'lucide-react/icons/chevron-right';
import { Fragment, useState } from 'react';
import { formatBytes } from '@/base/figures';
import { type Column, Table } from '@/ui/table/table';
import type { TaskPath } from '@/workflow/task-path';
import { SentFile } from '../../sent-file';
import { DecideIcons, NextRun } from '../compaction/decide-icons';
import { formatCounted } from '../context-words';
import type { SentCall } from '../use-sent-parts';
import { GroupLetter } from '../window/window-bar';
import { LongText } from './long-text';
import { MessageList } from './message-list';
import { groupRows, type PartRow } from './part-groups';
import { PartIcon } from './part-icon';
import styles from './part-table.module.css';
import { listThoughtfulMessages, readPartText } from './part-text';
import { SourceIcon } from './source-icon';

interface PartTableProps {
  /** The task of the call. */
  readonly taskPath: TaskPath;
  readonly sent: SentCall;
}

const columns: readonly Column[] = [
  { name: 'Part' },
  { name: 'Relevance', className: styles.relevance },
  { name: 'Why it is in', className: styles.why },
  { name: 'How', className: styles.how },
  { name: 'Bytes', isNumber: true, className: styles.bytes },
  { name: 'Tokens', isNumber: true },
  { name: '', className: styles.decide },
];

/**
 * What a call was sent, part by part in groups: why each part is in, how, and how much of it. A part opens its text.
 */
export function PartTable({ taskPath, sent }: PartTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  if (sent.rows.length === 0) return null;
  const toggleRow = (key: string) => {
    const next = new Set(open);
    if (!next.delete(key)) next.add(key);
    setOpen(next);
  };
  return (
    <Table columns={columns} className={styles.table}>
      {groupRows(sent.rows).map((group) => (
        <tbody key={group.id}>
          <tr className={styles.group}>
            <th colSpan={5} scope="rowgroup">
              <span className={styles.heading}>
                <GroupLetter group={group.id} letter={group.letter} />
                <b>{group.label}</b>
                <span>{formatCaption(group.rows, sent)}</span>
              </span>
            </th>
            <td data-number>{formatCounted(group.tokens)}</td>
            <td />
          </tr>
          {group.rows.map((row) => (
            <Row
              key={row.key}
              row={row}
              taskPath={taskPath}
              told={sent}
              open={open.has(row.key)}
              onToggle={() => toggleRow(row.key)}
            />
          ))}
        </tbody>
      ))}
    </Table>
  );
}

interface RowProps {
  readonly row: PartRow;
  readonly taskPath: TaskPath;
  readonly told: SentCall;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function Row({ row, taskPath, told, open, onToggle }: RowProps) {
  const { choice } = row;
  return (
    <Fragment>
      <tr className={styles.row} data-open={open ? '' : undefined}>
        <td>
          <button type="button" className={styles.part} aria-expanded={open} onClick={onToggle}>
            <ChevronRight className={styles.fold} aria-hidden="true" />
            {choice ? <SourceIcon taskPath={taskPath} id={choice.id} /> : <PartIcon group={row.group} />}
            <span title={row.label}>{row.label}</span>
          </button>
        </td>
        <td className={styles.relevance}>{choice && <Relevance of={choice.relevance} />}</td>
        <td className={styles.why} title={row.why}>
          {row.why}
        </td>
        <td className={`${styles.how} ${styles.quiet}`} title={row.how}>
          {row.how}
        </td>
        <td data-number className={`${styles.bytes} ${styles.quiet}`}>
          {formatBytes(row.bytes)}
        </td>
        <td data-number>{formatCounted(row.tokens)}</td>
        <td className={styles.decide}>{choice && <DecideIcons taskPath={taskPath} from={choice.id} />}</td>
      </tr>
      {open && (
        <tr>
          <td className={styles.text} colSpan={columns.length}>
            {choice && <NextRun taskPath={taskPath} choice={choice} />}
            <PartText row={row} told={told} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function PartText({ row: { source }, told }: Pick<RowProps, 'row' | 'told'>) {
  const { messages, tools, loading } = told;
  if (source.kind === 'message' && source.part.file !== undefined) return <SentFile file={source.part.file} />;
  const turns = listThoughtfulMessages(source, messages);
  if (turns.length > 0) return <MessageList messages={turns} heading="h3" />;
  return <LongText text={readPartText(source, messages, tools)} empty={loading ? 'Reading the text…' : '(nothing)'} />;
}

function Relevance({ of }: { readonly of: number }) {
  return (
    <span className={styles.rel}>
      <span className={styles.meter}>
        <i style={{ width: `${of * 100}%` }} />
      </span>
      {of.toFixed(2)}
    </span>
  );
}

function formatCaption(rows: readonly PartRow[], { plan }: SentCall): string {
  const [first] = rows;
  switch (first?.group) {
    case 'injected':
      return plan === undefined ? '' : `${plan.tasks} of ${plan.choices.length + plan.unlisted} candidates`;
    case 'tools':
      return 'as schemas';
    case 'task':
      return 'prompt and inputs';
    case 'history':
      return rows.some(({ how }) => how.startsWith('Compacted')) ? 'compacted' : '';
    default:
      return '';
  }
}
