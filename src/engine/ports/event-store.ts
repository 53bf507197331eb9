import type { EventPage, EventQuery } from '@/run/event-query';
import type { RunEvent } from '@/run/events';

/** Port: the append-only log of runs. It assigns no numbers: events arrive numbered. */
export interface EventStore {
  /**
   * Resolves once the events are stored: `strict` means flushed to disk, `relaxed` means handed to the operating
   * system. Appends of one execution are stored in the order of the calls. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  append(executionId: string, events: readonly RunEvent[], durability: 'strict' | 'relaxed'): Promise<void>;
  /**
   * Events with `seq` >= `from` (default 1) in order, at most `limit` (default all). Error: `DAMAGED_RECORD`, with
   * `details.seq`: the number of the first event that cannot be read.
   */
  read(executionId: string, from?: number, limit?: number): Promise<readonly RunEvent[]>;
  /** A page of the events that match. Damaged events are skipped. Bounded work: see `EventPage.next`. */
  find(executionId: string, query: EventQuery): Promise<EventPage>;
  /**
   * Ends the log after an event, because what follows is damaged. The rest is set aside, not deleted. Resolves to the
   * number of events set aside, as far as it can be counted. Snapshots made after that event are set aside too.
   */
  cut(executionId: string, lastSeq: number): Promise<number>;
}
