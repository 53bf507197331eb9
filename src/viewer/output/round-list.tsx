import { useState } from 'react';
import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import { findInstance } from '@/run/journal-path';
import type { Round } from '@/run/run-state';
import { Chip } from '@/ui/display/chip';
import { FoldMark } from '@/ui/display/fold-mark';
import { Note } from '@/ui/display/note';
import { type Column, Table } from '@/ui/table/table';
import { TextBlock } from '@/ui/text/text-block';
import type { TaskPath } from '@/workflow/task-path';
import { EarlierNote } from '../earlier-note';
import { StreamText } from '../iterations/stream-text';
import { findFeedback, formatVerdict } from '../rounds/verdict';
import styles from './output-lists.module.css';
import { WhatIfButton } from './what-if-button';

const columns: readonly Column[] = [
  { name: 'Round' },
  { name: 'Verdict' },
  { name: 'Result' },
  { name: 'Tokens', isNumber: true },
  { name: 'Cost', isNumber: true },
  { name: 'Time', isNumber: true },
];

/** The most rounds listed. Earlier ones are in the events. */
const most = 200;

/** The rounds of a loop, newest last: status, output and cost of each. */
export function RoundList({ rounds, taskPath }: { readonly rounds: readonly Round[]; readonly taskPath: TaskPath }) {
  if (rounds.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Rounds">
      <h3 className={styles.heading}>Rounds</h3>
      <Table columns={columns} dense>
        <tbody>
          {rounds.slice(-most).map((round) => (
            <RoundRow key={round.path} round={round} />
          ))}
        </tbody>
      </Table>
      {rounds.length > most && <EarlierNote shown={most} taskPath={taskPath} kinds={['iteration.logged']} />}
    </section>
  );
}

function RoundRow({ round }: { readonly round: Round }) {
  const [open, setOpen] = useState(false);
  const { n, exitCode, result, usage, durationMs, error } = round;
  const feedback = findFeedback(round);
  return (
    <>
      {/* A click on the button arrives here too. */}
      <tr className={styles.opens} onClick={() => setOpen(!open)}>
        <td>
          <button type="button" className={styles.opener} aria-expanded={open}>
            <FoldMark />
            {n}
          </button>
        </td>
        <td>
          <Chip tone={exitCode === 0 ? 'ok' : 'failed'}>{formatVerdict(round)}</Chip>
        </td>
        <td data-cut>{error?.message ?? feedback ?? result.text.split('\n', 1)[0]}</td>
        <td data-number>{usage ? formatTokens(usage.inputTokens + usage.outputTokens) : ''}</td>
        <td data-number>{usage ? formatCost(usage.costUsd) : ''}</td>
        <td data-number>{formatDuration(durationMs)}</td>
      </tr>
      {open && (
        <tr>
          <td colSpan={columns.length}>
            {error && <Note tone="error">{error.message}</Note>}
            {feedback !== undefined && (
              <>
                <h4 className={styles.heading}>Feedback</h4>
                <TextBlock>{feedback}</TextBlock>
              </>
            )}
            <WhatIfButton
              label="Use this round"
              path={findInstance(round.path) ?? round.path}
              of="output"
              payload={result}
              isWhole
            />
            <StreamText title="Output" payload={result} what="output" label={`Round ${n}`} empty="No output." />
          </td>
        </tr>
      )}
    </>
  );
}
