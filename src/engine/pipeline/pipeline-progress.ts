import type { Attempt } from '../attempt';

/** Shortest time between two reports, in ms. */
const intervalMs = 1000;

/**
 * Emits the progress of a pipeline: at most once a second, and at its end. `before`: steps taken earlier, which do not
 * count for the estimate.
 */
export function createPipelineProgress({ run, path }: Attempt, before: number, total: number): (done: number) => void {
  const { clock } = run.deps;
  let emittedAt = clock.now();
  let tookMs = 0;
  return (done) => {
    const now = clock.now();
    const since = now - emittedAt;
    // If the clock was set back, the elapsed time is unknown.
    if (done < total && since >= 0 && since < intervalMs) return;
    tookMs += Math.max(0, since);
    emittedAt = now;
    const leftMs = Math.round((tookMs / (done - before)) * (total - done));
    const rate = tookMs > 0 ? Math.round(((done - before) * 100_000) / tookMs) / 100 : null;
    run.log.append({ kind: 'pipeline.progress', path, data: { done, total, leftMs, rate } });
  };
}
