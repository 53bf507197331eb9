import type { Attempt } from '../attempt';

/** Least ms between two tellings. */
const every = 1000;

/**
 * Tells followers how far a pipeline is: at most once a second, and at its end. `before`: the steps that were taken already, which tell
 * nothing of what the rest will take.
 */
export function pipelineProgress({ run, path }: Attempt, before: number, total: number): (done: number) => void {
  const { clock } = run.deps;
  const startedAt = clock.now();
  let toldAt = startedAt;
  return (done) => {
    const now = clock.now();
    if (done < total && now - toldAt < every) return;
    toldAt = now;
    const tookMs = now - startedAt;
    const leftMs = Math.round((tookMs / (done - before)) * (total - done));
    const rate = tookMs > 0 ? Math.round(((done - before) * 100_000) / tookMs) / 100 : null;
    run.log.append({ kind: 'pipeline.progress', path, data: { done, total, leftMs, rate } });
  };
}
