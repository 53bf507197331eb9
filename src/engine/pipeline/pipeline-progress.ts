import type { Attempt } from '../attempt';

/** Least ms between two tellings. */
const every = 1000;

/**
 * Tells followers how far a pipeline is: at most once a second, and at its end. `before`: the steps that were taken
 * already, which tell nothing of what the rest will take.
 */
export function pipelineProgress({ run, path }: Attempt, before: number, total: number): (done: number) => void {
  const { clock } = run.deps;
  let toldAt = clock.now();
  let tookMs = 0;
  return (done) => {
    const now = clock.now();
    const since = now - toldAt;
    // A clock that was set back tells nothing of how long it was.
    if (done < total && since >= 0 && since < every) return;
    tookMs += Math.max(0, since);
    toldAt = now;
    const leftMs = Math.round((tookMs / (done - before)) * (total - done));
    const rate = tookMs > 0 ? Math.round(((done - before) * 100_000) / tookMs) / 100 : null;
    run.log.append({ kind: 'pipeline.progress', path, data: { done, total, leftMs, rate } });
  };
}
