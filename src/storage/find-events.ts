import type { EventStore } from '@/engine/ports';
import { type EventPage, type EventQuery, eventMatcher } from '@/run/event-query';
import type { RunEvent } from '@/run/events';

/** Events looked at in one call. */
const scanned = 5000;

/** A page of the events that are wanted, out of any log that can be read by numbers. `last`: number of its last event. */
export async function findEvents(
  read: EventStore['read'],
  executionId: string,
  last: number,
  { filter, from, direction, limit }: EventQuery,
): Promise<EventPage> {
  const matches = eventMatcher(filter);
  const forward = direction === 'forward';
  const begin = Math.min(Math.max(from, 1), forward ? last + 1 : last);
  const first = forward ? begin : Math.max(1, begin - scanned + 1);
  const part = await read(executionId, first, forward ? scanned : begin - first + 1);
  const events: RunEvent[] = [];
  for (const event of forward ? part : part.toReversed()) {
    if (events.length === limit) return { events, next: event.seq };
    if (matches(event)) events.push(event);
  }
  const next = forward ? first + part.length : first - 1;
  return { events, next: next < 1 || next > last ? null : next };
}
