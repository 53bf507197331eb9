import { useEffect, useMemo } from 'react';
import type { EventFilter } from '@/run/event-query';
import { Note } from '@/ui/display/note';
import { Button } from '@/ui/form/button';
import { useFollow } from '../follow/use-follow';
import { useMore } from '../paging/use-more';
import { EventList, type EventRows } from './event-list';
import styles from './events-pane.module.css';
import { useFoundEvents } from './use-found-events';

interface FoundEventsProps {
  readonly filter: EventFilter;
  readonly newestFirst: boolean;
  readonly startedAt: string | undefined;
  readonly chosen: number | undefined;
  readonly onChoose: (seq: number | undefined) => void;
  /** Called with the number of matches, in words. */
  readonly onSaid: (said: string) => void;
}

/** The events that match a filter. More are read as a person scrolls. */
export function FoundEvents({ filter, newestFirst, startedAt, chosen, onChoose, onSaid }: FoundEventsProps) {
  const found = useFoundEvents(filter);
  const follow = useFollow();
  const rows = useMemo((): EventRows => {
    const events = newestFirst ? found.entries.toReversed() : found.entries;
    const indices = new Map(events.map(({ seq }, index) => [seq, index]));
    const eventAt = (seq: number) => events[indices.get(seq) ?? -1];
    return {
      count: events.length,
      seqAt: (index) => events[index]?.seq,
      indexOf: (seq) => indices.get(seq),
      eventAt,
      failureAt: () => undefined,
    };
  }, [found.entries, newestFirst]);

  const none = rows.count === 0 ? found : undefined;
  useMore(none, { newestFirst, follows: follow.on, count: 0, drawn: [] });

  const isWhole = !found.more.backward && !found.more.forward;
  const count = rows.count.toLocaleString('en');
  const words = isWhole
    ? `${count} found`
    : found.looksAt === undefined
      ? `${count} found so far`
      : `${count} found, looks at event ${found.looksAt.toLocaleString('en')}`;
  useEffect(() => onSaid(words), [onSaid, words]);

  if (found.failure !== undefined) {
    return (
      <div className={styles.message}>
        <Note
          tone="error"
          title={found.failure.message}
          action={
            <Button size="s" onClick={found.retry}>
              Try again
            </Button>
          }
        >
          {found.failure.advice}
        </Note>
      </div>
    );
  }
  if (rows.count === 0) {
    return (
      <p className={styles.message} role="status">
        {isWhole ? 'No matching events.' : 'Looking…'}
      </p>
    );
  }
  return <EventList rows={rows} more={found} {...{ newestFirst, startedAt, chosen, onChoose }} />;
}
