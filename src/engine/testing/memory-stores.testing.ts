import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import type { RunEvent } from '@/run/events';
import type { BlobStore, EventStore } from '../ports';

/** An event store in memory whose events can be looked at. */
export interface MemoryEvents extends EventStore {
  readonly events: RunEvent[];
  /** The next this many appends find no room. */
  fill(times: number): void;
}

/** A log in memory that checks what it is given: numbers must be dense. */
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
  };
}

/** A blob store in memory whose texts can be looked at. */
export function createMemoryBlobs(): BlobStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>();
  return {
    texts,
    async put(_executionId, text) {
      const hash = hashText(text);
      texts.set(hash, text);
      return hash;
    },
    async get(_executionId, hash) {
      return texts.get(hash);
    },
    open() {
      const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
      let text = '';
      let bytes = 0;
      return {
        async write(chunk) {
          text += decoder.decode(chunk, { stream: true });
          bytes += chunk.length;
        },
        async close() {
          const whole = text + decoder.decode();
          const hash = hashText(whole);
          texts.set(hash, whole);
          return { hash, bytes };
        },
        async abort() {
          text = '';
        },
      };
    },
    async stream(_executionId, hash, from = 0) {
      const text = texts.get(hash);
      return text === undefined ? undefined : onePage(new TextEncoder().encode(text).subarray(from));
    },
    async size(_executionId, hash) {
      const text = texts.get(hash);
      return text === undefined ? undefined : new TextEncoder().encode(text).length;
    },
    async remove(_executionId, hash) {
      texts.delete(hash);
    },
  };
}

async function* onePage(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}
