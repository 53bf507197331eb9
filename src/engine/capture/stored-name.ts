import { type JournalPath, parsePathSteps } from '@/run/journal-path';
import { buildShortId } from '@/run/short-id';

/** Most characters of a name, so that every file system accepts it. */
const maxLength = 150;

/** Path steps that every such path has, so they are left out. */
const skippedSteps: ReadonlySet<string> = new Set(['script', 'attempt/1']);

/**
 * The file name for a stored output (seed 000: the task's id), from the path that produced it: `generate.iter-3`,
 * `group.web`, `review.turn-2.tool-1`. It has only letters, digits, `_`, `-` and `.`. If the name could be ambiguous,
 * because ids may contain dots themselves, the short id of the path is added.
 */
export function buildStoredName(path: JournalPath): string {
  const words: string[] = [];
  let isPlain = true;
  for (const { kind, name } of parsePathSteps(path)) {
    if (skippedSteps.has(kind) || skippedSteps.has(`${kind}/${name}`)) continue;
    const word = name.replace(/[^A-Za-z0-9_-]/g, '_');
    isPlain &&= word === name;
    words.push(kind === 'task' ? word : `${kind}-${word}`);
  }
  const full = words.join('.');
  return isPlain && full.length <= maxLength ? full : `${full.slice(0, maxLength)}-${buildShortId(path)}`;
}
