import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import { cutAfter, cutBefore } from '@/base/bytes';
import { AppError } from '@/base/errors';
import { createEventMatcher } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import type { BlobStore } from '../ports/blob-store';
import type { EventStore } from '../ports/event-store';
import type { RunSnapshot, RunSnapshotStore } from '../ports/run-snapshot-store';

/** An event store in memory with readable events. */
export interface MemoryEvents extends EventStore {
  readonly events: RunEvent[];
  /** Makes this many of the next appends fail for lack of room. */
  fill(times: number): void;
}

/** A log in memory that checks its events: numbers must have no gaps. */
export function createMemoryEvents(before: readonly RunEvent[] = []): MemoryEvents {
  const events = [...before];
  let refusals = 0;
  return {
    events,
    fill: (times) => {
      refusals = times;
    },
    async append(_executionId, more) {
      if (refusals-- > 0) throw new AppError('STORAGE_FULL', 'There is no room left.');
      for (const event of more) {
        if (event.seq !== events.length + 1) throw new Error(`Event ${event.seq} after ${events.length}`);
        events.push(event);
      }
    },
    async read(_executionId, from = 1, limit = Number.POSITIVE_INFINITY) {
      return events.slice(from - 1, from - 1 + limit);
    },
    async find(_executionId, { filter, from, direction, limit }) {
      const ahead = direction === 'forward' ? events.slice(from - 1) : events.slice(0, from).reverse();
      const found = ahead.filter(createEventMatcher(filter));
      return { events: found.slice(0, limit), next: found[limit]?.seq ?? null };
    },
    async cut(_executionId, lastSeq) {
      return events.splice(lastSeq).length;
    },
  };
}

/** Snapshots in memory, newest first, which tests can read and damage. */
export interface MemoryCheckpoints extends RunSnapshotStore {
  readonly saved: RunSnapshot[];
  /** Numbers of snapshots that are skipped as damaged. */
  readonly damaged: Set<number>;
}

/** A checkpoint store in memory that keeps three snapshots. */
export function createMemoryCheckpoints(): MemoryCheckpoints {
  const saved: RunSnapshot[] = [];
  const damaged = new Set<number>();
  return {
    saved,
    damaged,
    async save(_executionId, checkpoint) {
      saved.unshift(checkpoint);
      saved.splice(3);
      return checkpoint.history.length + checkpoint.view.length;
    },
    async load(_executionId, part, upTo = Number.POSITIVE_INFINITY) {
      const asked = saved.filter(({ seq }) => seq <= upTo);
      const found = asked.find(({ seq }) => !damaged.has(seq));
      const passed = asked.slice(0, found === undefined ? asked.length : asked.indexOf(found));
      return {
        found: found && { seq: found.seq, planHash: found.planHash, json: found[part] },
        damaged: passed.map(({ seq }) => seq),
      };
    },
  };
}

/** A blob store in memory with readable texts. It cuts long payloads in the simplest way. */
export function createMemoryBlobs(): BlobStore & { readonly texts: ReadonlyMap<string, string> } {
  const payloads = new Map<string, Uint8Array>();
  const keyOf = (executionId: string, hash: string) => `${executionId}/${hash}`;
  const keep = (executionId: string, bytes: Uint8Array) => {
    const hash = bytesToHex(sha256(bytes));
    payloads.set(keyOf(executionId, hash), bytes);
    return hash;
  };
  const find = (executionId: string, hash: string) => payloads.get(keyOf(executionId, hash));
  return {
    get texts() {
      return new Map([...payloads].map(([key, bytes]) => [key, decode(bytes)]));
    },
    put: async (executionId, text) => keep(executionId, new TextEncoder().encode(text)),
    async get(executionId, hash) {
      const bytes = find(executionId, hash);
      return bytes && decode(bytes);
    },
    open(executionId, { maxBytes }) {
      const chunks: Uint8Array[] = [];
      return {
        write: async (chunk) => void chunks.push(chunk.slice()),
        async close() {
          const kept = bothEnds(concatBytes(...chunks), maxBytes);
          return { hash: keep(executionId, kept), bytes: kept.length };
        },
        abort: async () => {},
      };
    },
    async stream(executionId, hash, from = 0) {
      const bytes = find(executionId, hash);
      return bytes && onePage(bytes.subarray(from));
    },
    size: async (executionId, hash) => find(executionId, hash)?.length,
    remove: async (executionId, hash) => void payloads.delete(keyOf(executionId, hash)),
  };
}

function bothEnds(bytes: Uint8Array, maxBytes: number): Uint8Array {
  if (bytes.length <= maxBytes) return bytes;
  const end = cutBefore(bytes, Math.floor(maxBytes / 2));
  const start = cutAfter(bytes, bytes.length - (maxBytes - end));
  const gap = `--- [${start - end} bytes truncated] ---\n`;
  const isLineEnd = end === 0 || bytes[end - 1] === 0x0a;
  const line = new TextEncoder().encode(isLineEnd ? gap : `\n${gap}`);
  return concatBytes(bytes.subarray(0, end), line, bytes.subarray(start));
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}

async function* onePage(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
