import { rmSync } from 'node:fs';
import { listCheckpoints } from './checkpoint-names';
import { cutRemovedIterations } from './removed-iterations';
import type { RunFolder } from './run-folder';
import { cutStanding } from './standing';

/** Removes snapshots, heads and marks of a run that refer to events after `lastSeq`, which are no longer in the log. */
export function trimTo(folder: RunFolder, lastSeq: number): void {
  for (const { path, seq } of listCheckpoints(folder.checkpoints)) if (seq > lastSeq) rmSync(path, { force: true });
  cutStanding(folder.standing, lastSeq);
  cutRemovedIterations(folder.iterations, lastSeq);
}
