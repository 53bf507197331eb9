import { useVirtualizer } from '@tanstack/react-virtual';
import { ListOrdered } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { formatClock } from '@/base/figures';
import type { RunEvent } from '@/run/events';
import { instanceLabel } from '@/run/instance-label';
import { taskPlaceOf } from '@/run/path';
import { useRun, useView } from '@/state/context';
import { selectedTask } from '@/state/view-store';
import { EmptyState } from '@/ui/empty-state';
import { ScrollRegion } from '@/ui/scroll-region';
import { segmentOf } from '@/workflow/place';
import { segmentLabel } from '@/workflow/segment-label';
import { OnlyOf } from '../only-of';
import { eventText } from './event-text';
import styles from './events-pane.module.css';
import { useEventPages } from './use-event-pages';
import { useEventsOf } from './use-events-of';

const rowHeight = 26;
const tones: Record<string, string> = {
  completed: 'ok',
  replied: 'ok',
  failed: 'failed',
  retrying: 'paused',
  paused: 'paused',
};

/**
 * The log of the run, event by event, as it is stored, or those of the selected task; the chosen one whole at the right. Stays at
 * the end while one is there.
 */
export function EventsPane() {
  const all = useEventPages();
  const selected = useView(selectedTask);
  const [filtered, setFiltered] = useState(false);
  const place = filtered ? selected : undefined;
  const own = useEventsOf(place);
  const count = place === undefined ? all.count : own.length;
  const eventAt = place === undefined ? all.eventAt : (index: number) => own[index];
  const startedAt = useRun((state) => state.run.startedAt);
  const [chosen, setChosen] = useState<number>();
  const scroller = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  });

  useEffect(() => {
    if (atEnd.current && count > 0) rows.scrollToIndex(count - 1, { align: 'end' });
  }, [rows, count]);

  if (all.count === 0) {
    return (
      <EmptyState icon={<ListOrdered />} title="No events yet">
        Run the workflow, and everything that happens is written here, and kept.
      </EmptyState>
    );
  }

  const walk = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10, Home: -count, End: count }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = Math.min(count - 1, Math.max(0, (chosen ?? (step > 0 ? -1 : count)) + step));
    setChosen(next);
    rows.scrollToIndex(next);
  };
  const detail = chosen === undefined ? undefined : eventAt(chosen);

  return (
    <div
      className={styles.pane}
      data-detail={detail ? '' : undefined}
      data-filter={selected === undefined ? undefined : ''}
    >
      {selected !== undefined && (
        <div className={styles.filter}>
          <OnlyOf
            place={selected}
            checked={filtered}
            onChange={(only) => {
              setFiltered(only);
              setChosen(undefined);
            }}
          />
        </div>
      )}
      <div
        ref={scroller}
        className={styles.list}
        role="listbox"
        tabIndex={0}
        aria-label="Events"
        aria-activedescendant={chosen === undefined ? undefined : `event-${chosen}`}
        onKeyDown={walk}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
          atEnd.current = scrollTop + clientHeight >= scrollHeight - rowHeight;
        }}
      >
        <div className={styles.inner} role="presentation" style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ index, start }) => (
            <EventRow
              key={index}
              index={index}
              top={start}
              event={eventAt(index)}
              from={startedAt}
              selected={index === chosen}
              onSelect={() => setChosen(index === chosen ? undefined : index)}
            />
          ))}
        </div>
      </div>
      {detail && (
        <ScrollRegion className={styles.detail} label="The event as it is stored">
          {JSON.stringify(detail, null, 2)}
        </ScrollRegion>
      )}
    </div>
  );
}

interface EventRowProps {
  readonly index: number;
  readonly top: number;
  readonly event: RunEvent | undefined;
  readonly from: string | undefined;
  readonly selected: boolean;
  readonly onSelect: () => void;
}

function EventRow({ index, top, event, from, selected, onSelect }: EventRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys; options take no focus of their own.
    <div
      id={`event-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      className={styles.row}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <span className={styles.number}>{event?.seq ?? index + 1}</span>
      {event ? (
        <>
          <span className={styles.time}>{from ? formatClock(Date.parse(event.t) - Date.parse(from)) : ''}</span>
          <span className={styles.kind} data-tone={tones[event.kind.split('.')[1] ?? '']}>
            {event.kind}
          </span>
          <span>{whereOf(event)}</span>
          <span>{eventText(event)}</span>
        </>
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
