import { formatBytes } from '@/base/figures';
import type { CleanupReport } from '@/run/runner';
import { useRuns } from '@/state/context';
import { findRunName } from '@/state/runs-store';
import { ScrollRegion } from '@/ui/display/scroll-region';
import { type Column, Table } from '@/ui/table/table';
import { runStatusWords } from '@/viewer/run-description/run-words';
import styles from './clean-up-dialog.module.css';
import { formatWhen } from './format-when';

const columns: readonly Column[] = [
  { name: 'Run' },
  { name: 'Outcome' },
  { name: 'Began' },
  { name: 'Size', isNumber: true },
];

/** The most rows rendered; the others are counted. */
const mostRows = 200;

/** The runs that a cleanup would delete, with their sizes, or a note while these are computed. */
export function DoomedRuns({ report, none }: { readonly report: CleanupReport | undefined; readonly none: boolean }) {
  const entries = useRuns((state) => state.entries);
  if (report === undefined) return <p role="status">Finding what would be deleted…</p>;
  if (none) return <p role="status">This rule deletes nothing.</p>;
  const orphaned = report.orphans.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <ScrollRegion className={styles.preview} label="What would be deleted">
      <Table columns={columns} className={styles.table}>
        <tbody>
          {report.runs.slice(0, mostRows).map(({ execution: { id, status, startedAt }, bytes }) => (
            <tr key={id}>
              <th scope="row">{findRunName(entries, id)}</th>
              <td>{runStatusWords[status].word}</td>
              <td>{formatWhen(startedAt)}</td>
              <td data-number>{formatBytes(bytes)}</td>
            </tr>
          ))}
          {report.runs.length > mostRows && (
            <tr>
              <td colSpan={4}>and {(report.runs.length - mostRows).toLocaleString('en')} more</td>
            </tr>
          )}
          {report.orphans.length > 0 && (
            <tr>
              <th scope="row">Leftovers</th>
              <td colSpan={2}>
                of {report.orphans.length === 1 ? 'a run' : `${report.orphans.length} runs`} that are not there
              </td>
              <td data-number>{formatBytes(orphaned)}</td>
            </tr>
          )}
        </tbody>
      </Table>
    </ScrollRegion>
  );
}
