import { AppError } from '@/base/errors';
import { eventVersion, type RunEvent, runEventSchema } from '@/run/events';
import { type ChunkRecord, damaged } from './records';

/** Most events in one record. */
export const chunkSize = 1000;

/** Events, as the records they are stored in. They must be in order. */
export function toChunks(executionId: string, events: readonly RunEvent[]): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  for (let start = 0; start < events.length; start += chunkSize) {
    const part = events.slice(start, start + chunkSize);
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) continue;
    chunks.push({
      executionId,
      firstSeq: first.seq,
      lastSeq: last.seq,
      kinds: [...new Set(part.map((event) => event.kind))],
      from: first.t,
      to: last.t,
      json: JSON.stringify(part),
    });
  }
  return chunks;
}

/** The events of a record. Throws `DAMAGED_RECORD`, or `NEWER_VERSION` for events that only a newer Heddle understands. */
export function fromChunk(chunk: ChunkRecord): RunEvent[] {
  const what = `events ${chunk.firstSeq} to ${chunk.lastSeq} of run ${chunk.executionId}`;
  const events = readJson(chunk.json, what).map((value) => readEvent(value, what));
  const dense = events.every((event, index) => event.seq === chunk.firstSeq + index);
  if (!dense || events.at(-1)?.seq !== chunk.lastSeq) throw damaged(what, undefined);
  return events;
}

/** Refuses events that do not follow the last one stored, before any of them is stored. */
export function checkSequence(executionId: string, lastSeq: number, events: readonly RunEvent[]): void {
  events.forEach((event, index) => {
    const expected = lastSeq + index + 1;
    if (event.seq === expected) return;
    throw new AppError('INTERNAL', `Event ${event.seq} of run ${executionId} came where ${expected} was expected.`);
  });
}

function readJson(json: string, what: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(json);
    if (Array.isArray(value)) return value;
  } catch (error) {
    throw damaged(what, error);
  }
  throw damaged(what, undefined);
}

/** A stored value as an event. Throws `DAMAGED_RECORD`, or `NEWER_VERSION` for one that only a newer Heddle understands. */
export function readEvent(value: unknown, what: string): RunEvent {
  const parsed = runEventSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (typeof value === 'object' && value !== null && 'v' in value && Number(value.v) > eventVersion) {
    throw new AppError('NEWER_VERSION', `A newer version of Heddle wrote ${what}.`, {
      advice: 'Reload the page to get the newest version.',
    });
  }
  throw damaged(what, parsed.error);
}
