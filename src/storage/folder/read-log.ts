import { type EventFilter, type EventPage, type EventQuery, eventMatcher } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { readEvent } from '../event-chunk';
import type { ByteSource } from './byte-source';
import { damagedEvent, isDamage } from './log-damage';
import { type Numbered, readLine } from './log-line';
import type { LogPart, LogParts } from './log-parts';
import { linesBackward, linesForward, offsetOf } from './scan-lines';

/** Most events that one search looks at, and most bytes that it passes: what it takes is a small part of a second. */
const searched = { events: 5000, bytes: 16_000_000 };
/** Most lines that are passed over unread, as they are of another kind, until one is looked at. */
const unread = 1000;

/**
 * Events of [from, to] in order, one after the other. Throws `DAMAGED_RECORD` with `details.seq`, or `NEWER_VERSION`.
 */
export async function* readLog(id: string, log: LogParts, from: number, to: number): AsyncGenerator<RunEvent> {
  let expected = from;
  for (const part of log.parts) {
    if (expected > to) return;
    if (part.last < expected) continue;
    if (part.first > expected) throw damagedEvent(id, expected);
    const source = await part.open();
    const until = Math.min(to, part.last);
    for (const { bytes } of linesForward(source, offsetOf(source, expected))) {
      const found = readLine(bytes);
      // Those before the first one that is asked for do not matter.
      if (found === undefined && expected === from) continue;
      if (found?.seq !== expected) throw damagedEvent(id, expected);
      yield eventOf(id, found);
      expected += 1;
      if (expected > until) break;
    }
    if (expected <= until) throw damagedEvent(id, expected);
  }
}

/** What is wanted of a log, see `EventStore.find`. */
export async function searchLog(id: string, log: LogParts, query: EventQuery): Promise<EventPage> {
  const matches = eventMatcher(query.filter);
  const events: RunEvent[] = [];
  let [looked, bytesLooked] = [0, 0];
  for await (const { value, bytes } of soundLines(log, { ...query, kinds: query.filter.kinds })) {
    const isEnough = events.length === query.limit || looked >= searched.events || bytesLooked >= searched.bytes;
    if (isEnough) return { events, next: value.seq };
    looked += 1;
    bytesLooked += bytes;
    const event = wantedEvent(id, value, matches);
    if (event !== undefined) events.push(event);
  }
  return { events, next: null };
}

interface SoundLine {
  readonly value: Numbered;
  /** Of all lines since the one before. */
  readonly bytes: number;
}

interface LineQuery extends Pick<EventQuery, 'from' | 'direction'> {
  /** Lines of others may be left out, and mostly are. */
  readonly kinds?: EventFilter['kinds'];
}

/** Lines that are sound, from the one of number `from` on, in either direction. What is damaged is passed over. */
export async function* soundLines({ parts }: LogParts, query: LineQuery): AsyncGenerator<SoundLine> {
  const { from, direction } = query;
  const forward = direction === 'forward';
  const mayBe = kindSearch(query.kinds);
  let [passed, bytesPassed] = [0, 0];
  for (const part of forward ? parts : parts.toReversed()) {
    const low = forward ? Math.max(from, part.first) : part.first;
    const high = forward ? part.last : Math.min(from, part.last);
    const source = low > high ? undefined : await opened(part);
    if (source === undefined) continue;
    const lines = forward
      ? linesForward(source, offsetOf(source, low))
      : linesBackward(source, offsetOf(source, high + 1));
    for (const { bytes } of lines) {
      passed += 1;
      bytesPassed += bytes.length;
      if (passed <= unread && !mayBe(bytes)) continue;
      const value = readLine(bytes);
      if (value === undefined || value.seq < low || value.seq > high) continue;
      yield { value, bytes: bytesPassed };
      [passed, bytesPassed] = [0, 0];
    }
  }
}

/** Tells of a line as it stands whether it may be of one of the kinds: to read it takes many times as long. */
function kindSearch(kinds: EventFilter['kinds']): (line: Buffer) => boolean {
  const signs = kinds?.map((kind) => Buffer.from(`"kind":${JSON.stringify(kind)}`));
  return (line) => signs === undefined || signs.some((sign) => line.includes(sign));
}

/** The lines of a part; undefined for a segment that is damaged. */
async function opened(part: LogPart): Promise<ByteSource | undefined> {
  try {
    return await part.open();
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** An event, if it is wanted. Whether it has the form of one is looked at last, as that takes longest. */
function wantedEvent(id: string, value: Numbered, matches: (event: RunEvent) => boolean): RunEvent | undefined {
  try {
    if (!matches(value as RunEvent)) return undefined;
  } catch (error) {
    // It has not the form of an event.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  return soundEventOf(id, value);
}

/** A sound line as an event; undefined if it is none. Throws `NEWER_VERSION`. */
export function soundEventOf(id: string, value: Numbered): RunEvent | undefined {
  try {
    return eventOf(id, value);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

function eventOf(id: string, value: Numbered): RunEvent {
  try {
    return readEvent(value, `run ${id}`);
  } catch (error) {
    throw isDamage(error) ? damagedEvent(id, value.seq, error) : error;
  }
}
