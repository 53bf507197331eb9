import { hashText } from '@/base/hash';

/**
 * Journal keys: the path of a place in the workflow, in alternating kind and name, never a counter, e.g.
 * `task/review/attempt/1/turn/2`. They are written and read only here. A `/` in a name cannot occur (see `workflow/names`).
 */
export type JournalPath = string;

const kinds = ['task', 'attempt', 'turn', 'script', 'wait'] as const;
type PathKind = (typeof kinds)[number];

/** The path one step further in: `at('task/review', 'attempt', 1)`. */
export function at(parent: JournalPath, kind: PathKind, name: string | number): JournalPath {
  return parent === '' ? `${kind}/${name}` : `${parent}/${kind}/${name}`;
}

/** Id of the top-level task that a path lies in; undefined for the run itself. */
export function taskOfPath(path: JournalPath): string | undefined {
  const [kind, name] = path.split('/', 2);
  return kind === 'task' ? name : undefined;
}

/** Attempt number (from 1) that a path lies in; undefined outside of one. */
export function attemptOfPath(path: JournalPath): number | undefined {
  const parts = path.split('/');
  const place = parts.findIndex((part, index) => index % 2 === 0 && part === 'attempt');
  return place < 0 ? undefined : Number(parts[place + 1]);
}

/** The path one step further out, or undefined at a top-level task. */
export function parentOfPath(path: JournalPath): JournalPath | undefined {
  const parts = path.split('/');
  return parts.length <= 2 ? undefined : parts.slice(0, -2).join('/');
}

/** The short id of an event: the first 8 characters of its path's hash. */
export function shortId(path: JournalPath): string {
  return hashText(path).slice(0, 8);
}
