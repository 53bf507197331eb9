import type { EventPage, EventQuery } from '@/run/event-query';
import type { RunEvent } from '@/run/events';

/** Port: the append-only log of runs. Assigns nothing: events come numbered. */
export interface EventStore {
  /**
   * Resolves once the events are stored: with `strict` flushed to disk, with `relaxed` handed to the operating system.
   * Appends of one execution are stored in the order of the calls. Errors: `STORAGE_FULL`, `STORAGE_FAILED`.
   */
  append(executionId: string, events: readonly RunEvent[], durability: 'strict' | 'relaxed'): Promise<void>;
  /**
   * Events with `seq` >= `from` (default 1) in order, at most `limit` (default all). Error: `DAMAGED_RECORD`, with
   * `details.seq`: the number of the first event that cannot be read.
   */
  read(executionId: string, from?: number, limit?: number): Promise<readonly RunEvent[]>;
  /** A page of the events that are wanted. What is damaged is passed over. Bounded work: see `EventPage.next`. */
  find(executionId: string, query: EventQuery): Promise<EventPage>;
  /**
   * Ends the log after an event, because what follows it is damaged; what is cut off is set aside, not deleted.
   * Resolves to the number of events by which the run then is shorter, as far as that can be told. Snapshots of what
   * was cut off go with it.
   */
  cut(executionId: string, lastSeq: number): Promise<number>;
}
