import { type EventPage, type EventQuery, eventMatcher } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { type BlockSummary, mayHold } from './block-summary';

/** Reads the events of the numbers asked for. */
export type ReadEvents = (first: number, last: number) => readonly RunEvent[];

/** Events that are stored together. */
export interface EventBlock {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Left out: it has to be looked into. */
  readonly summary?: BlockSummary;
  /**
   * Gives back how to read those of the numbers asked for, both included, in order; what is damaged is left out.
   * Undefined: none of them has the text of a filter.
   */
  open(text?: string): Promise<ReadEvents | undefined>;
}

/**
 * Some blocks of a log one after the other in a direction, the first of them with the event of a number, or the next
 * there is.
 */
export type EventBlocks = (from: number, direction: EventQuery['direction']) => Promise<readonly EventBlock[]>;

/** Events looked at in one call, about; and blocks passed over unread. */
const mostLookedAt = 5000;
const mostPassed = 150;
/** Events read at once: a page of a large block needs no more. */
const slice = 250;

/** A page of the events that are wanted, out of any log. */
export async function findEvents(blocks: EventBlocks, query: EventQuery): Promise<EventPage> {
  const { filter, direction, limit } = query;
  const forward = direction === 'forward';
  const matches = eventMatcher(filter);
  const events: RunEvent[] = [];
  let lookedAt = 0;
  let passed = 0;
  let at = forward ? Math.max(query.from, 1) : query.from;
  const page = (next: number): EventPage => ({ events, next: next < 1 ? null : next });
  while (at >= 1) {
    const found = await blocks(at, direction);
    if (found.length === 0) break;
    for (const block of found) {
      at = forward ? Math.max(at, block.firstSeq) : Math.min(at, block.lastSeq);
      if (events.length >= limit || lookedAt >= mostLookedAt || passed >= mostPassed) return page(at);
      const wanted = block.summary === undefined || mayHold(block.summary, filter);
      if (!wanted) passed += 1;
      const read = wanted ? await block.open(filter.text) : undefined;
      // To look for a text costs something too.
      if (wanted && read === undefined) lookedAt += Math.min(slice, block.lastSeq - block.firstSeq + 1);
      while (read !== undefined && at >= block.firstSeq && at <= block.lastSeq) {
        if (lookedAt >= mostLookedAt) return page(at);
        const end = forward ? Math.min(block.lastSeq, at + slice - 1) : Math.max(block.firstSeq, at - slice + 1);
        const part = forward ? read(at, end) : read(end, at).toReversed();
        for (const event of part) {
          if (events.length >= limit) return page(event.seq);
          if (matches(event)) events.push(event);
        }
        lookedAt += Math.abs(end - at) + 1;
        at = forward ? end + 1 : end - 1;
      }
      at = forward ? block.lastSeq + 1 : block.firstSeq - 1;
    }
  }
  return { events, next: null };
}

/** Characters that do not stand in JSON as they are. */
const escaped = /["\\\p{Cc}\p{Cs}]/u;

/**
 * Whether a text, whatever its case, may be among those of events as JSON: to look there is much faster than to read
 * them.
 */
export function mayContain(json: string, text = ''): boolean {
  return text === '' || escaped.test(text) || json.toLowerCase().includes(text.toLowerCase());
}

/** A log that is in memory as a whole, its first event that of number 1. */
export function blocksOf(events: readonly RunEvent[]): EventBlocks {
  const block: EventBlock = {
    firstSeq: 1,
    lastSeq: events.length,
    open: async () => (first, last) => events.slice(first - 1, last),
  };
  return async (from, direction) => {
    const isThere = events.length > 0 && (direction === 'backward' || from <= events.length);
    return isThere ? [block] : [];
  };
}
