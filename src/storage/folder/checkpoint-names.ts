import { join } from 'node:path';
import { listFileNames, padSeq } from './segments';

const nameForm = /^(\d{12,16})\.jsonl\.gz$/;

/** Path of the snapshot of events up to `seq` in the snapshot folder of a run. */
export function buildCheckpointPath(folder: string, seq: number): string {
  return join(folder, `${padSeq(seq)}.jsonl.gz`);
}

/** The files of snapshots, the newest first. */
export function listCheckpoints(folder: string): { readonly path: string; readonly seq: number }[] {
  const found = listFileNames(folder).flatMap((name) => {
    const [, seq] = nameForm.exec(name) ?? [];
    return seq === undefined ? [] : [{ path: join(folder, name), seq: Number(seq) }];
  });
  return found.sort((a, b) => b.seq - a.seq);
}
