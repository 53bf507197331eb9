import CircleX from 'lucide-react/icons/circle-x';
import type { Failure } from '@/base/errors';
import { formatClock } from '@/base/figures';
import type { RunEvent } from '@/run/events';
import { instanceLabel } from '@/run/instance-label';
import { taskPlaceOf } from '@/run/path';
import { segmentOf } from '@/workflow/place';
import { segmentLabel } from '@/workflow/segment-label';
import { eventText } from './event-text';
import styles from './events-pane.module.css';

const tones: Record<string, string> = {
  completed: 'ok',
  replied: 'ok',
  failed: 'failed',
  retrying: 'paused',
  paused: 'paused',
};

interface EventRowProps {
  readonly seq: number;
  readonly top: number;
  readonly event: RunEvent | undefined;
  /** Why it cannot be read. */
  readonly failure: Failure | undefined;
  readonly from: string | undefined;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

/** An event in a line. */
export function EventRow({ seq, top, event, failure, from, selected, onSelect }: EventRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys; options take no focus of their own.
    <div
      id={`event-${seq}`}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={styles.row}
      data-damaged={failure ? '' : undefined}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <span className={styles.number}>{seq}</span>
      {event ? (
        <>
          <span className={styles.time}>{from ? formatClock(Date.parse(event.t) - Date.parse(from)) : ''}</span>
          <span className={styles.kind} data-tone={tones[event.kind.split('.')[1] ?? '']}>
            {event.kind}
          </span>
          <span>{whereOf(event)}</span>
          <span>{eventText(event)}</span>
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

/** The task, and which of its runs; one that starts is told by its name. The whole path is in the event itself. */
function whereOf({ path, label }: RunEvent): string {
  const task = label ?? segmentLabel(segmentOf(taskPlaceOf(path)));
  return [task, instanceLabel(path)].filter((text) => text !== '').join(' · ');
}
