import { createEventMatcher, type EventFilter, type EventPage, type EventQuery } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { readEvent } from '../event-chunk';
import type { ByteSource } from './byte-source';
import { createDamagedEventError, isDamage } from './log-damage';
import { type Numbered, readLine } from './log-line';
import type { LogPart, LogParts } from './log-parts';
import { findOffset, scanLinesBackward, scanLinesForward } from './scan-lines';

/** The most events that one search reads, and the most bytes that it scans: both take a small part of a second. */
const searched = { events: 5000, bytes: 16_000_000 };
/** The most lines of other kinds that are skipped unread in a row. */
const unread = 1000;

/** The events from `from` to `to`, in order. Throws `DAMAGED_RECORD` with `details.seq`, or `NEWER_VERSION`. */
export async function* readLog(id: string, log: LogParts, from: number, to: number): AsyncGenerator<RunEvent> {
  let expected = from;
  for (const part of log.parts) {
    if (expected > to) return;
    if (part.last < expected) continue;
    if (part.first > expected) throw createDamagedEventError(id, expected);
    const source = await part.open();
    const until = Math.min(to, part.last);
    for (const { bytes } of scanLinesForward(source, findOffset(source, expected))) {
      const found = readLine(bytes);
      // Damaged lines before the first requested event do not matter.
      if (found === undefined && expected === from) continue;
      if (found?.seq !== expected) throw createDamagedEventError(id, expected);
      yield parseEvent(id, found);
      expected += 1;
      if (expected > until) break;
    }
    if (expected <= until) throw createDamagedEventError(id, expected);
  }
}

/** The events of a log that match a query, see `EventStore.find`. */
export async function searchLog(id: string, log: LogParts, query: EventQuery): Promise<EventPage> {
  const matches = createEventMatcher(query.filter);
  const events: RunEvent[] = [];
  let [read, bytesRead] = [0, 0];
  for await (const { value, bytes } of readSoundLines(log, { ...query, kinds: query.filter.kinds })) {
    const isEnough = events.length === query.limit || read >= searched.events || bytesRead >= searched.bytes;
    if (isEnough) return { events, next: value.seq };
    read += 1;
    bytesRead += bytes;
    const event = parseWantedEvent(id, value, matches);
    if (event !== undefined) events.push(event);
  }
  return { events, next: null };
}

interface SoundLine {
  readonly value: Numbered;
  /** Bytes of all lines since the previous sound line. */
  readonly bytes: number;
}

interface LineQuery extends Pick<EventQuery, 'from' | 'direction'> {
  /** Lines of other kinds may be left out, and mostly are. */
  readonly kinds?: EventFilter['kinds'];
}

/** Intact lines from the event `from` on, in either direction. Damaged lines are skipped. */
export async function* readSoundLines({ parts }: LogParts, query: LineQuery): AsyncGenerator<SoundLine> {
  const { from, direction } = query;
  const forward = direction === 'forward';
  const mayBe = createKindSearch(query.kinds);
  let [passed, bytesPassed] = [0, 0];
  for (const part of forward ? parts : parts.toReversed()) {
    const low = forward ? Math.max(from, part.first) : part.first;
    const high = forward ? part.last : Math.min(from, part.last);
    const source = low > high ? undefined : await openPart(part);
    if (source === undefined) continue;
    const lines = forward
      ? scanLinesForward(source, findOffset(source, low))
      : scanLinesBackward(source, findOffset(source, high + 1));
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

/** Tests a line without parsing it for one of the kinds: parsing takes many times as long. */
function createKindSearch(kinds: EventFilter['kinds']): (line: Buffer) => boolean {
  const signs = kinds?.map((kind) => Buffer.from(`"kind":${JSON.stringify(kind)}`));
  return (line) => signs === undefined || signs.some((sign) => line.includes(sign));
}

/** The lines of a part; undefined for a damaged segment. */
async function openPart(part: LogPart): Promise<ByteSource | undefined> {
  try {
    return await part.open();
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

/** The event, if it matches. Its schema is checked last, because that takes longest. */
function parseWantedEvent(id: string, value: Numbered, matches: (event: RunEvent) => boolean): RunEvent | undefined {
  try {
    if (!matches(value as RunEvent)) return undefined;
  } catch (error) {
    // It does not have the shape of an event.
    if (error instanceof TypeError) return undefined;
    throw error;
  }
  return parseSoundEvent(id, value);
}

/** An intact line as an event; undefined if it is none. Throws `NEWER_VERSION`. */
export function parseSoundEvent(id: string, value: Numbered): RunEvent | undefined {
  try {
    return parseEvent(id, value);
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

function parseEvent(id: string, value: Numbered): RunEvent {
  try {
    return readEvent(value, `run ${id}`);
  } catch (error) {
    throw isDamage(error) ? createDamagedEventError(id, value.seq, error) : error;
  }
}
