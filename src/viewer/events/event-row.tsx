import CircleX from 'lucide-react/icons/circle-x';
import type { Failure } from '@/base/errors';
import { formatAgo, formatClock } from '@/base/figures';
import type { RunEvent } from '@/run/events';
import { formatInstance } from '@/run/instance-label';
import { isWritten } from '@/run/is-written';
import { getNearestTaskPath } from '@/run/journal-path';
import type { RunEntry } from '@/run/runner';
import { useRuns } from '@/state/context';
import { findRunName } from '@/state/runs-store';
import { joinClassNames } from '@/ui/class-names';
import type { RowProps } from '@/ui/list/virtual-list';
import { formatRanLabel } from '../use-task-label';
import { formatEvent } from './event-text';
import styles from './events-pane.module.css';
import { formatKind } from './kind-groups';

const tones: Record<string, string> = {
  completed: 'ok',
  replied: 'ok',
  failed: 'failed',
  retrying: 'paused',
  paused: 'paused',
};

interface EventRowProps {
  readonly row: RowProps;
  readonly seq: number;
  readonly event: RunEvent | undefined;
  /** Why the event cannot be read. */
  readonly failure: Failure | undefined;
  readonly from: string | undefined;
  readonly selected: boolean;
}

/** An event in one line. */
export function EventRow({ row, seq, event, failure, from, selected }: EventRowProps) {
  const runs = useRuns(({ entries }) => entries);
  return (
    <div
      {...row}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={joinClassNames(row.className, styles.row)}
      data-damaged={failure ? '' : undefined}
    >
      <span className={styles.number}>{seq}</span>
      {event ? (
        <>
          <span className={styles.time}>{from ? formatClock(Date.parse(event.t) - Date.parse(from)) : ''}</span>
          <span
            className={styles.kind}
            title={event.kind}
            data-kind={event.kind}
            data-tone={tones[event.kind.split('.')[1] ?? '']}
          >
            {formatKind(event.kind)}
          </span>
          <span>{formatWhere(event)}</span>
          <span>{formatOrigin(event, runs) + formatEvent(event)}</span>
        </>
      ) : failure ? (
        <span className={styles.damaged}>
          <CircleX aria-hidden="true" />
          Cannot be read. {failure.message}
        </span>
      ) : (
        <span>…</span>
      )}
    </div>
  );
}

/** Where a result comes from, and from when, if the run did not make it itself. `runs`: those of the workflow. */
function formatOrigin(event: RunEvent, runs: readonly RunEntry[]): string {
  if (isWritten(event)) return 'Written by a person · ';
  if (event.taken === undefined) return '';
  const { run, t } = event.taken;
  const isListed = runs.some(({ id }) => id === run);
  const name = isListed ? findRunName(runs, run).toLowerCase() : run === undefined ? 'a recording' : 'another run';
  return `From ${name}${t === undefined ? '' : `, ${formatAgo(t).replace(/^Today/, 'today')}`} · `;
}

/**
 * The task of an event and which of its runs it is. The event of a starting task has its name. The whole path is in the
 * event itself.
 */
function formatWhere({ path, label }: RunEvent): string {
  const task = label ?? formatRanLabel(getNearestTaskPath(path));
  return [task, formatInstance(path)].filter((text) => text !== '').join(' · ');
}
