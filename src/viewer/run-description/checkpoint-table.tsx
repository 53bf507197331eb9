import { formatAgo, formatBytes, formatDuration } from '@/base/figures';
import type { RunState } from '@/run/run-state';
import { type Column, Table } from '@/ui/table/table';
import styles from './run-description.module.css';

const columns: readonly Column[] = [
  { name: 'When' },
  { name: 'Event', isNumber: true },
  { name: 'Size', isNumber: true },
  { name: 'Took', isNumber: true },
];

/** The stored snapshots of a run, the newest first. Empty before the first. */
export function CheckpointTable({ checkpoints }: Pick<RunState, 'checkpoints'>) {
  if (checkpoints.length === 0) return null;
  return (
    <Table columns={columns} caption="Snapshots" dense className={styles.table}>
      <tbody>
        {checkpoints.toReversed().map(({ at, upTo, bytes, durationMs }) => (
          <tr key={upTo}>
            <td data-cut title={new Date(at).toLocaleString()}>
              {formatAgo(at)}
            </td>
            <td data-number>{upTo.toLocaleString('en')}</td>
            <td data-number>{formatBytes(bytes)}</td>
            <td data-number>{formatDuration(durationMs)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
