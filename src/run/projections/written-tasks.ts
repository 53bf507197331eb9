import type { WrittenTasks } from '@/plan/forecast/forecast';
import { getNearestTaskPath } from '../journal-path';
import type { RunEdit } from '../run-edit';

/** What a person wrote, by task. Where that is several things in one task, the one that changes most counts. */
export function collectWrittenTasks(edits: readonly Pick<RunEdit, 'path' | 'of'>[]): WrittenTasks {
  const written = new Map<string, RunEdit['of']>();
  for (const { path, of } of edits) {
    const task = getNearestTaskPath(path);
    const before = written.get(task);
    if (before === undefined || of === 'prompt' || (of === 'result' && before === 'output')) written.set(task, of);
  }
  return written;
}
