import { shortHash } from '@/base/hash';

/**
 * Journal keys: the path of a place in the workflow and of all that is dynamic on the way there, in alternating kind
 * and name, never a counter, e.g. `task/m/attempt/1/item/3/task/inner_task/iter/2/attempt/1/turn/2/tool/1`. The name of
 * a task is its segment in what holds it (`workflow/task-path.ts`). Written and read only here. A `/` in a name cannot
 * occur (see `workflow/names`).
 */
export type JournalPath = string;

/**
 * `iter`: rounds of loops and directors, from 1. `attempt`, `try` (of best_of), `sample` (of a vote), `turn`, `tool`,
 * `script`: from 1. `item` (of map and reduce), `step` (of a pipeline): from 0. `call`: a definition of the library.
 * `reparse`: a decomposition, from 1. `ask`: a question to the person. `price`: the one what a model costs, by its name
 * with `%2F` for `/`. `choice`, `wait`: recorded decisions. `file`: what a try of best_of did to a file, from 1.
 * `fallback`: that another model is called from here on, by the names of both, encoded like a price's. `context`: which
 * earlier outputs an attempt was told, `factor`, and `attachments`. `compact`: a compaction, from 1. `summary`: of an
 * output too long.
 */
const kinds = [
  'task',
  'iter',
  'attempt',
  'try',
  'sample',
  'turn',
  'tool',
  'script',
  'item',
  'step',
  'call',
  'reparse',
  'match',
  'ask',
  'price',
  'choice',
  'wait',
  'file',
  'context',
  'compact',
  'summary',
  'fallback',
] as const;
export type PathKind = (typeof kinds)[number];

/** The path one step further in: `at('task/review', 'attempt', 1)`. */
export function at(parent: JournalPath, kind: PathKind, name: string | number): JournalPath {
  return parent === '' ? `${kind}/${name}` : `${parent}/${kind}/${name}`;
}

/** A kind and a name of a path. */
export interface PathStep {
  readonly kind: PathKind;
  readonly name: string;
}

/** The steps of a path, outermost first. */
export function stepsOf(path: JournalPath): readonly PathStep[] {
  if (path === '') return [];
  const words = path.split('/');
  const steps: PathStep[] = [];
  for (let index = 0; index + 1 < words.length; index += 2) {
    steps.push({ kind: words[index] as PathKind, name: words[index + 1] ?? '' });
  }
  return steps;
}

/**
 * Where in the workflow a path lies, with nothing dynamic in it: the segments of its tasks joined by `/`, as
 * `workflow/task-path.ts` has them. What a call of the library runs is at `…/call:NAME`, a decomposition at
 * `…/reparse:1`. Empty for the run itself.
 */
export function taskPathOf(path: JournalPath): string {
  const known = places.get(path);
  if (known !== undefined) return known;
  const segments: string[] = [];
  for (const { kind, name } of stepsOf(path)) {
    if (kind === 'task') segments.push(name);
    else if (kind === 'call' || kind === 'reparse') segments.push(`${kind}:${name}`);
  }
  const taskPath = segments.join('/');
  keep(places, path, taskPath);
  return taskPath;
}

/** The same few paths are asked for again and again: each event names its own and its parent's. */
const places = new Map<JournalPath, string>();
const shortIds = new Map<JournalPath, string>();
const mostKept = 4096;

function keep(known: Map<JournalPath, string>, path: JournalPath, value: string): void {
  if (known.size >= mostKept) known.clear();
  known.set(path, value);
}

/**
 * The path of the innermost task that a path lies in, with all that is dynamic before it; undefined for the run itself.
 */
export function instanceOf(path: JournalPath): JournalPath | undefined {
  const [task] = tasksAround(path);
  return task === '' ? undefined : task;
}

/**
 * The path of the innermost task that a path lies in, be it that task's own, and of the one that holds that; '' for the
 * run itself.
 */
export function tasksAround(path: JournalPath): readonly [task: JournalPath, holder: JournalPath] {
  let task = 0;
  let holder = 0;
  // Asked of each event: without a list of its words.
  for (let kind = 0; ; ) {
    const name = path.indexOf('/', kind) + 1;
    if (name === 0) return [path.slice(0, task), path.slice(0, holder)];
    const next = path.indexOf('/', name);
    const end = next < 0 ? path.length : next;
    if (path.startsWith('task/', kind)) {
      holder = task;
      task = end;
    }
    kind = end + 1;
  }
}

/** The place of the innermost task that a path lies in, be it in a decomposition of it; '' for the run itself. */
export function nearestTaskPath(path: JournalPath): string {
  const instance = instanceOf(path);
  return instance === undefined ? '' : taskPathOf(instance);
}

/** Attempt number (from 1) of the innermost task of a path; undefined outside of one. */
export function attemptOfPath(path: JournalPath): number | undefined {
  const attempt = stepsOf(path).findLast(({ kind }) => kind === 'attempt' || kind === 'task');
  return attempt?.kind === 'attempt' ? Number(attempt.name) : undefined;
}

/** The path one step further out, or undefined at a top-level task. */
export function parentOfPath(path: JournalPath): JournalPath | undefined {
  const last = path.lastIndexOf('/', path.lastIndexOf('/') - 1);
  return last < 0 ? undefined : path.slice(0, last);
}

/** The short id of an event: the first 8 characters of its path's hash. */
export function shortId(path: JournalPath): string {
  const known = shortIds.get(path);
  if (known !== undefined) return known;
  const id = shortHash(path);
  keep(shortIds, path, id);
  return id;
}
