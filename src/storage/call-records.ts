import { z } from 'zod';
import type { IndexedCall } from '@/engine/ports/call-index';

/** Version of the index of calls, hashes included. An index of another one is built again. */
export const callIndexVersion = 1;

/** The name under which an index has its version among the marks of runs. No run has an empty id. */
export const versionMark = '';

const indexedCall = z.strictObject({
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  run: z.string().min(1),
  seq: z.number().int().min(1),
  t: z.number(),
  costUsd: z.number().min(0).nullable(),
  tokens: z.number().min(0),
});

/** A call as it is stored; undefined if it is damaged. */
export function parseIndexedCall(value: unknown): IndexedCall | undefined {
  return indexedCall.safeParse(value).data;
}

/** Whether a call takes the place of the one with its hash: it was answered later, or at once. */
export function isNewerCall(call: IndexedCall, before: IndexedCall | undefined): boolean {
  return before === undefined || call.t >= before.t;
}

/** Whether a call is the one that is meant, and not another that took its place. */
export function isSameCall(call: Pick<IndexedCall, 'run' | 'seq'>, meant: Pick<IndexedCall, 'run' | 'seq'>): boolean {
  return call.run === meant.run && call.seq === meant.seq;
}

/** Approximate bytes of a call in an index, with its keys. */
export const bytesOfCall = 200;
