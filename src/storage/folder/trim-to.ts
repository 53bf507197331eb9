import { rmSync } from 'node:fs';
import { listCheckpoints } from './checkpoint-names';
import { cutRemovedIterations } from './removed-iterations';
import type { RunFolder } from './run-folder';
import { cutStanding } from './standing';

/**
 * Removes what is stored of a run beside its log, as far as it is of events after a number, which the log has no more.
 */
export function trimTo(folder: RunFolder, lastSeq: number): void {
  for (const { path, seq } of listCheckpoints(folder.checkpoints)) if (seq > lastSeq) rmSync(path, { force: true });
  cutStanding(folder.standing, lastSeq);
  cutRemovedIterations(folder.iterations, lastSeq);
}
