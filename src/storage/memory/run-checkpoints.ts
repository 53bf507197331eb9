import { computeUtf8Length } from '@/base/bytes';
import type { RunSnapshot, RunSnapshotStore } from '@/engine/ports/run-snapshot-store';
import { estimateSize } from '../rough-size';

/** How many snapshots of a run are stored. */
const maxSnapshots = 3;

/**
 * Snapshots in memory, which cannot be damaged. `removeOf` removes those of a run, `cut` those of events after a
 * number; `sizes` gives bytes by run.
 */
export function createMemoryCheckpoints(): RunSnapshotStore & {
  readonly removeOf: (executionId: string) => void;
  readonly cut: (executionId: string, lastSeq: number) => void;
  readonly sizes: () => ReadonlyMap<string, number>;
} {
  /** Newest first. */
  const runs = new Map<string, readonly RunSnapshot[]>();
  const getSnapshots = (id: string) => runs.get(id) ?? [];
  return {
    save: async (id, checkpoint) => {
      const others = getSnapshots(id).filter(({ seq }) => seq !== checkpoint.seq);
      const all = [checkpoint, ...others].sort((a, b) => b.seq - a.seq);
      runs.set(id, all.slice(0, maxSnapshots));
      return computeUtf8Length(checkpoint.history) + computeUtf8Length(checkpoint.view);
    },
    load: async (id, part, upTo = Number.POSITIVE_INFINITY) => {
      const found = getSnapshots(id).find(({ seq }) => seq <= upTo);
      if (found === undefined) return { found, damaged: [] };
      return { found: { seq: found.seq, planHash: found.planHash, json: found[part] }, damaged: [] };
    },
    removeOf: (id) => void runs.delete(id),
    sizes: () => new Map([...runs].map(([id, checkpoints]) => [id, estimateSize(checkpoints)])),
    cut: (id, lastSeq) =>
      runs.set(
        id,
        getSnapshots(id).filter(({ seq }) => seq <= lastSeq),
      ),
  };
}
