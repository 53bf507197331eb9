import { computeUtf8Length } from '@/base/bytes';
import { AppError } from '@/base/errors';
import { encodeJson, tryDecodeJson } from '@/base/json-text';
import { eventVersion, type RunEvent, runEventSchema } from '@/run/events';
import { summariseBlock } from './block-summary';
import { type EventBlock, type EventBlocks, mayContain, type ReadEvents } from './find-events';
import { type ChunkRecord, createDamagedRecordError } from './records';

/** The most events in one record. */
export const chunkSize = 1000;

/** Events as the records in which they are stored. They must be in order. */
export function toChunks(executionId: string, events: readonly RunEvent[]): ChunkRecord[] {
  const chunks: ChunkRecord[] = [];
  for (let start = 0; start < events.length; start += chunkSize) {
    const part = events.slice(start, start + chunkSize);
    const [first, last] = [part[0], part.at(-1)];
    if (first === undefined || last === undefined) continue;
    const json = encodeJson(part);
    const bytes = measureJson(json);
    chunks.push({ executionId, firstSeq: first.seq, lastSeq: last.seq, ...summariseBlock(part), bytes, json });
  }
  return chunks;
}

/**
 * The events of a record from number `first` to `last`. Only what cannot be read is left out: of a truncated text, the
 * events before the break are returned. Throws `NEWER_VERSION` for events that only a newer Heddle understands.
 */
function fromChunk(chunk: ChunkRecord, first: number, last: number): RunEvent[] {
  const values = parseValues(chunk.json);
  const offset = chunk.firstSeq;
  const isWhole = values.length === chunk.lastSeq - offset + 1;
  // Positions are only known in a complete record.
  const requested = isWhole ? values.slice(Math.max(0, first - offset), Math.max(0, last - offset + 1)) : values;
  return parseReadableEvents(
    requested,
    Math.max(first, offset),
    Math.min(last, chunk.lastSeq),
    `events of run ${chunk.executionId}`,
  );
}

/**
 * The events among stored values with a number from `first` to `last`, in order. `what` names them to a person. Throws
 * `NEWER_VERSION`.
 */
export function parseReadableEvents(values: readonly unknown[], first: number, last: number, what: string): RunEvent[] {
  const events: RunEvent[] = [];
  let previous = first - 1;
  for (const value of values) {
    const event = tryReadEvent(value, what);
    if (event === undefined || event.seq <= previous || event.seq > last) continue;
    events.push(event);
    previous = event.seq;
  }
  return events;
}

/** Bytes in UTF-8. Most logs are ASCII, and testing for that is much faster than counting. */
export function measureJson(json: string): number {
  return /[^\0-\x7f]/.test(json) ? computeUtf8Length(json) : json.length;
}

/** Refuses events that do not follow the last one stored, before any of them is stored. */
export function checkSequence(executionId: string, lastSeq: number, events: readonly RunEvent[]): void {
  events.forEach((event, index) => {
    const expected = lastSeq + index + 1;
    if (event.seq === expected) return;
    throw new AppError('INTERNAL', `Event ${event.seq} of run ${executionId} came where ${expected} was expected.`);
  });
}

/** Throws `DAMAGED_RECORD`, with the number in `details.seq`, if an event from `first` to `last` is missing. */
function checkDense(executionId: string, events: readonly RunEvent[], first: number, last: number): void {
  const gap = events.findIndex((event, index) => event.seq !== first + index);
  const seq = first + (gap < 0 ? events.length : gap);
  if (seq <= last) throw createDamagedRecordError(`event ${seq} of run ${executionId}`, undefined, { seq });
}

/** The stored values of a record; of a damaged text, those that are intact. */
function parseValues(json: string): readonly unknown[] {
  const whole = tryDecodeJson(json);
  if (Array.isArray(whole)) return whole;
  // An event begins with its version. If this text also occurs inside an event, that event is split into parts that are
  // not JSON, and these are skipped.
  const texts = json
    .replace(/^\[/, '')
    .replace(/\]$/, '')
    .split(/(?<=\}),(?=\{"v":)/);
  return texts.map(tryDecodeJson);
}

/**
 * A stored value as an event. Throws `DAMAGED_RECORD`, or `NEWER_VERSION` for one that only a newer Heddle understands.
 */
export function readEvent(value: unknown, what: string): RunEvent {
  const event = tryReadEvent(value, what);
  if (event === undefined) throw createDamagedRecordError(what, undefined);
  return event;
}

/** As {@link readEvent}; undefined for one that is damaged. */
function tryReadEvent(value: unknown, what: string): RunEvent | undefined {
  const event = runEventSchema.safeParse(value);
  if (event.success) return event.data;
  if (typeof value !== 'object' || value === null || !('v' in value) || !(Number(value.v) > eventVersion))
    return undefined;
  throw new AppError('NEWER_VERSION', `A newer version of Heddle wrote ${what}.`, {
    advice: 'Reload the page to get the newest version.',
  });
}

/** The events of a record, ready to read. */
export function createChunkBlock(chunk: ChunkRecord): EventBlock {
  const { firstSeq, lastSeq, json } = chunk;
  const readFromChunk: ReadEvents = (first, last) => fromChunk(chunk, first, last);
  return {
    firstSeq,
    lastSeq,
    summary: chunk,
    open: async (text) => (mayContain(json, text) ? readFromChunk : undefined),
  };
}

/** In place of the events of a damaged record: a block without events. */
export function createDamagedBlock(firstSeq: number): EventBlock {
  return { firstSeq, lastSeq: firstSeq, open: async () => () => [] };
}

/** The events of blocks with a number from `first` to `last`. Error: `DAMAGED_RECORD` if one of them is missing. */
export async function readBlocks(
  executionId: string,
  blocks: readonly EventBlock[],
  first: number,
  last: number,
): Promise<readonly RunEvent[]> {
  const events: RunEvent[] = [];
  for (const block of blocks) {
    const read = await block.open();
    for (const event of read?.(first, last) ?? []) events.push(event);
  }
  checkDense(executionId, events, first, last);
  return events;
}

/** If a log that is cut after `lastSeq` ends within a block, the events of the block that remain. Error: as above. */
export async function readStartOfBlock(
  blocks: EventBlocks,
  executionId: string,
  lastSeq: number,
): Promise<readonly RunEvent[]> {
  if (lastSeq === 0) return [];
  const [block] = await blocks(lastSeq, 'backward');
  if (block?.lastSeq === lastSeq) return [];
  return readBlocks(executionId, block === undefined ? [] : [block], block?.firstSeq ?? lastSeq, lastSeq);
}
