import { formatAgo, formatBytes, formatDuration } from '@/base/figures';
import type { RunState } from '@/run/run-state';
import styles from './run-description.module.css';

/** The snapshots that are kept of a run, the newest first. Nothing before the first. */
export function CheckpointTable({ checkpoints }: Pick<RunState, 'checkpoints'>) {
  if (checkpoints.length === 0) return null;
  return (
    <table className={styles.table}>
      <caption>Snapshots</caption>
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col" className={styles.number}>
            Event
          </th>
          <th scope="col" className={styles.number}>
            Size
          </th>
          <th scope="col" className={styles.number}>
            Took
          </th>
        </tr>
      </thead>
      <tbody>
        {checkpoints.toReversed().map(({ at, upTo, bytes, durationMs }) => (
          <tr key={upTo}>
            <td className={styles.cut} title={new Date(at).toLocaleString()}>
              {formatAgo(at)}
            </td>
            <td className={styles.number}>{upTo.toLocaleString('en')}</td>
            <td className={styles.number}>{formatBytes(bytes)}</td>
            <td className={styles.number}>{formatDuration(durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
