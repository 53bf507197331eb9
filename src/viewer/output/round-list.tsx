import { formatCost, formatDuration, formatTokens } from '@/base/figures';
import type { JsonObject } from '@/base/json';
import type { Round } from '@/run/run-state';
import { Chip } from '@/ui/display/chip';
import { type Column, Table } from '@/ui/table/table';
import type { TaskPath } from '@/workflow/task-path';
import { EarlierNote } from '../earlier-note';
import styles from './output-lists.module.css';

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

function RoundRow({ round: { n, exitCode, notes, result, usage, durationMs, error } }: { readonly round: Round }) {
  const feedback = feedbackOf(notes);
  return (
    <tr>
      <td>{n}</td>
      <td>
        <Chip tone={exitCode === 0 ? 'ok' : 'failed'}>{verdictOf(notes, exitCode)}</Chip>
      </td>
      <td data-cut>{error?.message ?? feedback ?? result.text.split('\n', 1)[0]}</td>
      <td data-number>{usage ? formatTokens(usage.inputTokens + usage.outputTokens) : ''}</td>
      <td data-number>{usage ? formatCost(usage.costUsd) : ''}</td>
      <td data-number>{formatDuration(durationMs)}</td>
    </tr>
  );
}

function verdictOf({ success }: JsonObject, exitCode: number): string {
  if (typeof success === 'boolean') return success ? 'Accepted' : 'Sent back';
  return exitCode === 0 ? 'Done' : `Exit ${exitCode}`;
}

function feedbackOf({ feedback }: JsonObject): string | undefined {
  return typeof feedback === 'string' && feedback !== '' ? feedback : undefined;
}
