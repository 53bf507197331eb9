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
    const leftMs = Math.round(((now - startedAt) / (done - before)) * (total - done));
    run.log.append({ kind: 'pipeline.progress', path, data: { done, total, leftMs } });
  };
}
