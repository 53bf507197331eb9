import { formatTokens } from '@/base/figures';
import type { Vote } from '@/run/run-state';
import type { TaskPath } from '@/workflow/task-path';
import { EarlierNote } from '../earlier-note';
import styles from './output-lists.module.css';

/** The most votes listed. Earlier ones are in the events. */
const most = 50;

/** The votes of a task: how many samples agreed, and how many were not counted. */
export function VoteList({ votes, taskPath }: { readonly votes: readonly Vote[]; readonly taskPath: TaskPath }) {
  if (votes.length === 0) return null;
  return (
    <section className={styles.list} aria-label="Votes">
      <h3 className={styles.heading}>Votes</h3>
      <ul className={styles.rows}>
        {votes.slice(-most).map(({ path, winner, votes: counts, samples, flags, usage, k }) => (
          <li key={path} className={styles.row}>
            <span className={styles.name}>{counts.join(' to ')}</span>
            <span className={styles.line}>{winner.text.split('\n', 1)[0]}</span>
            <span className={styles.figure}>
              ahead by {k} · {samples} samples
              {flags > 0 && `, ${flags} flagged`}
              {usage && ` · ${formatTokens(usage.inputTokens + usage.outputTokens)}`}
            </span>
          </li>
        ))}
      </ul>
      {votes.length > most && <EarlierNote shown={most} taskPath={taskPath} kinds={['vote.decided']} />}
    </section>
  );
}
