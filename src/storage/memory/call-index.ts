import type { CallIndex, IndexedCall } from '@/engine/ports/call-index';
import { bytesOfCall, isNewerCall, isSameCall } from '../call-records';

/** The index of calls in memory. `removeOf` removes those of a run. */
export function createMemoryCallIndex(): CallIndex & { readonly removeOf: (run: string) => void } {
  const calls = new Map<string, IndexedCall>();
  const marks = new Map<string, number>();
  return {
    find: async (hashes) =>
      new Map(
        hashes.flatMap((hash) => {
          const call = calls.get(hash);
          return call === undefined ? [] : [[hash, call] as const];
        }),
      ),
    put: async (added) => {
      for (const call of added) if (isNewerCall(call, calls.get(call.hash))) calls.set(call.hash, call);
    },
    drop: async (dropped) => {
      for (const meant of dropped) {
        const call = calls.get(meant.hash);
        if (call !== undefined && isSameCall(call, meant)) calls.delete(meant.hash);
      }
    },
    marks: async () => new Map(marks),
    mark: async (run, lastSeq) => void marks.set(run, lastSeq),
    size: async () => ({ calls: calls.size, bytes: calls.size * bytesOfCall }),
    empty: async () => calls.clear(),
    removeOf: (run) => {
      marks.delete(run);
      for (const [hash, call] of calls) if (call.run === run) calls.delete(hash);
    },
  };
}
