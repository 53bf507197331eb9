import { hashValue } from '@/base/hash';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Attempt, RunContext } from '../attempt';
import { createCopiedFiles } from './copied-files';

/**
 * One of several tries at a task, of which at most one is chosen: its run has files of its own, and scripts over them.
 */
export interface OpenTry {
  readonly run: RunContext;
  /** Makes its files those of the task, and records that. Call it for the chosen try alone. */
  choose(attempt: Attempt, n: number): Promise<void>;
  /** Releases what its scripts take. */
  close(): Promise<void>;
}

/** Opens a try over a copy of the files. `path`: the journal path of the try. */
export function openTry(run: RunContext, path: JournalPath): OpenTry {
  const files = createCopiedFiles(run, path);
  const copied = run.deps.scripts.over?.(files);
  const scripts = copied ?? run.deps.scripts;
  return {
    run: { ...run, deps: { ...run.deps, files, scripts } },
    async choose({ path: key }, n) {
      const changed = await files.apply();
      if (changed.length === 0) return;
      const step = {
        kind: 'effect.recorded',
        key: appendStep(key, 'file', 1),
        inputHash: hashValue([n, changed]),
      } as const;
      await run.journal.step(step, async () => ({ text: '', data: { effect: 'files', value: changed } }));
    },
    close: async () => copied?.close(),
  };
}
