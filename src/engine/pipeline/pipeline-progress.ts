import type { Attempt } from '../attempt';

/** Least ms between two tellings. */
const every = 1000;

/** Tells followers how far a pipeline is: at most once a second, and at its end. */
export function pipelineProgress({ run, path }: Attempt, total: number): (done: number) => void {
  const { clock } = run.deps;
  const startedAt = clock.now();
  let toldAt = startedAt;
  return (done) => {
    const now = clock.now();
    if (done < total && now - toldAt < every) return;
    toldAt = now;
    const leftMs = done === 0 ? null : Math.round(((now - startedAt) / done) * (total - done));
    run.log.append({ kind: 'pipeline.progress', path, data: { done, total, leftMs } });
  };
}
