import type { TaskPath } from '@/workflow/task-path';
import type { ContextState, OutputRecord } from '../context-state';

/** An output that was shortened or is stored as a file, and its task. */
export interface OutputRow {
  readonly taskPath: TaskPath;
  readonly output: OutputRecord;
}

/** The outputs of a run that were shortened or are stored as files, the newest first. */
export function listOutputRows({ outputs }: Pick<ContextState, 'outputs'>): readonly OutputRow[] {
  const rows = [...outputs].flatMap(([taskPath, own]) => own.map((output) => ({ taskPath, output })));
  return rows.sort((one, other) => {
    const [a, b] = [one.output.endedAt, other.output.endedAt];
    return a === b ? 0 : a < b ? 1 : -1;
  });
}
