import { type JournalPath, shortId, stepsOf } from '@/run/journal-path';

/** Most characters of a name, so that every file system takes it. */
const longest = 150;

/** Of these a path has one all the time, which says nothing. */
const silent: ReadonlySet<string> = new Set(['script', 'attempt/1']);

/**
 * The name of the file that an output is kept as (seed 000: the task's id), out of the path at which it came about:
 * `generate.iter-3`, `group.web`, `review.turn-2.tool-1`. Only letters, digits, `_`, `-` and `.`. Where that would not
 * tell it from others, as ids may hold dots themselves, the short id of the path stands behind.
 */
export function storedName(path: JournalPath): string {
  const words: string[] = [];
  let isPlain = true;
  for (const { kind, name } of stepsOf(path)) {
    if (silent.has(kind) || silent.has(`${kind}/${name}`)) continue;
    const word = name.replace(/[^A-Za-z0-9_-]/g, '_');
    isPlain &&= word === name;
    words.push(kind === 'task' ? word : `${kind}-${word}`);
  }
  const full = words.join('.');
  return isPlain && full.length <= longest ? full : `${full.slice(0, longest)}-${shortId(path)}`;
}
