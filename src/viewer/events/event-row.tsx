import CircleX from 'lucide-react/icons/circle-x';
import type { Failure } from '@/base/errors';
import { formatClock } from '@/base/figures';
import type { RunEvent } from '@/run/events';
import { instanceLabel } from '@/run/instance-label';
import { isWritten } from '@/run/is-written';
import { nearestTaskPath } from '@/run/journal-path';
import { classNames } from '@/ui/class-names';
import type { RowProps } from '@/ui/list/virtual-list';
import { ranLabel } from '../use-task-label';
import { eventText } from './event-text';
import styles from './events-pane.module.css';
import { kindLabel } from './kind-groups';

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
  return (
    <div
      {...row}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={classNames(row.className, styles.row)}
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
            {kindLabel(event.kind)}
          </span>
          <span>{whereOf(event)}</span>
          <span>{originWords(event) + eventText(event)}</span>
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

/** Where a result comes from, if the run did not make it itself. */
function originWords(event: RunEvent): string {
  if (isWritten(event)) return 'Written by a person · ';
  return event.taken === undefined ? '' : 'Taken over · ';
}

/**
 * The task of an event and which of its runs it is. The event of a starting task has its name. The whole path is in the
 * event itself.
 */
function whereOf({ path, label }: RunEvent): string {
  const task = label ?? ranLabel(nearestTaskPath(path));
  return [task, instanceLabel(path)].filter((text) => text !== '').join(' · ');
}
