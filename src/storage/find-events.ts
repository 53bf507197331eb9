import { createEventMatcher, type EventPage, type EventQuery } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { type BlockSummary, mayHold } from './block-summary';

/** Reads the events from the number `first` to `last`. */
export type ReadEvents = (first: number, last: number) => readonly RunEvent[];

/** Events that are stored together. */
export interface EventBlock {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Left out: the events have to be read. */
  readonly summary?: BlockSummary;
  /**
   * Returns a function that reads the events of a range of numbers, both included, in order; damaged events are left
   * out. Undefined: none of the events contains the text of a filter.
   */
  open(text?: string): Promise<ReadEvents | undefined>;
}

/**
 * Some consecutive blocks of a log in a direction. The first contains the event number `from`, or else the next event.
 */
export type EventBlocks = (from: number, direction: EventQuery['direction']) => Promise<readonly EventBlock[]>;

/** About how many events one call reads, and how many blocks it skips unread. */
const mostLookedAt = 5000;
const mostPassed = 150;
/** Events read at once: a page from a large block needs no more. */
const sliceLength = 250;

/** A page of the events that match a query, from any log. */
export async function findEvents(blocks: EventBlocks, query: EventQuery): Promise<EventPage> {
  const { filter, direction, limit } = query;
  const forward = direction === 'forward';
  const matches = createEventMatcher(filter);
  const events: RunEvent[] = [];
  let lookedAt = 0;
  let passed = 0;
  let position = forward ? Math.max(query.from, 1) : query.from;
  const page = (next: number): EventPage => ({ events, next: next < 1 ? null : next });
  while (position >= 1) {
    const asked = position;
    const found = await blocks(position, direction);
    for (const block of found) {
      position = forward ? Math.max(position, block.firstSeq) : Math.min(position, block.lastSeq);
      if (events.length >= limit || lookedAt >= mostLookedAt || passed >= mostPassed) return page(position);
      const wanted = block.summary === undefined || mayHold(block.summary, filter);
      if (!wanted) passed += 1;
      const read = wanted ? await block.open(filter.text) : undefined;
      // Searching for a text takes time too.
      if (wanted && read === undefined) lookedAt += Math.min(sliceLength, block.lastSeq - block.firstSeq + 1);
      while (read !== undefined && position >= block.firstSeq && position <= block.lastSeq) {
        if (lookedAt >= mostLookedAt) return page(position);
        const end = forward
          ? Math.min(block.lastSeq, position + sliceLength - 1)
          : Math.max(block.firstSeq, position - sliceLength + 1);
        const part = forward ? read(position, end) : read(end, position).toReversed();
        for (const event of part) {
          if (events.length >= limit) return page(event.seq);
          if (matches(event)) events.push(event);
        }
        lookedAt += Math.abs(end - position) + 1;
        position = forward ? end + 1 : end - 1;
      }
      position = forward ? block.lastSeq + 1 : block.firstSeq - 1;
    }
    // Nothing more is there, or blocks that do not hold what was asked for: asking again would never end.
    if (forward ? position <= asked : position >= asked) break;
  }
  return { events, next: null };
}

/** Characters that JSON escapes. */
const escaped = /["\\\p{Cc}\p{Cs}]/u;

/**
 * Whether a text may occur in events as JSON, regardless of case: searching the JSON is much faster than parsing it.
 */
export function mayContain(json: string, text = ''): boolean {
  return text === '' || escaped.test(text) || json.toLowerCase().includes(text.toLowerCase());
}

/** A log that is in memory as a whole and begins with event 1. It may grow while it is read. */
export function createBlocks(events: readonly RunEvent[]): EventBlocks {
  return async (from, direction) => {
    const lastSeq = events.length;
    if (lastSeq === 0 || (direction === 'forward' && from > lastSeq)) return [];
    return [{ firstSeq: 1, lastSeq, open: async () => (first, last) => events.slice(first - 1, last) }];
  };
}
