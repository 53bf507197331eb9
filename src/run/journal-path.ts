/**
 * Journal path: where something happens in a run. It names the tasks and everything dynamic on the way (rounds,
 * attempts, items), as alternating kinds and names, e.g.
 * `task/m/attempt/1/item/3/task/inner_task/iter/2/attempt/1/turn/2/tool/1`. No part of it comes from a run-wide
 * counter, so the same work has the same path when a run resumes. The name of a task is its segment in its container
 * (`workflow/task-path.ts`). Only this file builds and parses journal paths. Names contain no `/` (see
 * `workflow/names`).
 */
export type JournalPath = string;

/**
 * `iter`: rounds of loops and directors, from 1. `attempt`, `try` (of best_of), `sample` (of a vote), `turn`, `tool`,
 * `script`: from 1. `item` (of map and reduce), `step` (of a pipeline): from 0. `call`: a definition of the library.
 * `reparse`: a decomposition, from 1. `ask`: a question to the person. `price`: the question what a model costs, named
 * by the model with `%2F` for `/`. `choice`, `wait`: recorded decisions. `file`: what a try of best_of did to a file,
 * from 1. `fallback`: another model is called from here on; named by both models, encoded as for `price`. `context`:
 * what is recorded about an attempt's prompt: the earlier outputs in it, its `attachments`, and the `factor` that
 * corrects token counts. `compact`: a compaction, from 1. `summary`: summary of an output that was too long.
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

const allKinds: ReadonlySet<string> = new Set(kinds);

/** Appends a step to a path: `at('task/review', 'attempt', 1)`. */
export function appendStep(parent: JournalPath, kind: PathKind, name: string | number): JournalPath {
  return parent === '' ? `${kind}/${name}` : `${parent}/${kind}/${name}`;
}

/** One step of a path: a kind and a name. */
export interface PathStep {
  readonly kind: PathKind;
  readonly name: string;
}

/** The steps of a path, outermost first. */
export function parsePathSteps(path: JournalPath): readonly PathStep[] {
  if (path === '') return [];
  const words = path.split('/');
  const steps: PathStep[] = [];
  for (let index = 0; index + 1 < words.length; index += 2) {
    steps.push({ kind: words[index] as PathKind, name: words[index + 1] ?? '' });
  }
  return steps;
}

/** Whether a text has the form of a journal path, rather than that of a path of a file or of a sentence. */
export function isJournalPath(text: string): boolean {
  return parsePathSteps(text).every(({ kind, name }) => allKinds.has(kind) && /^[^\s/]{1,300}$/u.test(name));
}

/**
 * The task path of a journal path: the segments of its tasks joined by `/`, without anything dynamic, as in
 * `workflow/task-path.ts`. Tasks of a library definition are below `…/call:NAME`, those of a decomposition below
 * `…/reparse:1`. Empty for the run itself.
 */
export function getTaskPath(path: JournalPath): string {
  const known = taskPaths.get(path);
  if (known !== undefined) return known;
  const segments: string[] = [];
  for (const { kind, name } of parsePathSteps(path)) {
    if (kind === 'task') segments.push(name);
    else if (kind === 'call' || kind === 'reparse') segments.push(`${kind}:${name}`);
  }
  const taskPath = segments.join('/');
  if (taskPaths.size >= mostCached) taskPaths.clear();
  taskPaths.set(path, taskPath);
  return taskPath;
}

/** A cache: the same few paths are looked up again and again, because each event names its own and its parent's. */
const taskPaths = new Map<JournalPath, string>();
const mostCached = 4096;

/**
 * The journal path of the innermost task that contains a path, dynamic steps included; undefined for the run itself.
 */
export function findInstance(path: JournalPath): JournalPath | undefined {
  const [task] = findTasksAround(path);
  return task === '' ? undefined : task;
}

/**
 * The journal path of the innermost task that contains a path (or is it), and that of its container; '' where there is
 * none.
 */
export function findTasksAround(path: JournalPath): readonly [task: JournalPath, container: JournalPath] {
  let task = 0;
  let container = 0;
  // Runs for each event, so it does not split the path into a list.
  for (let kind = 0; ; ) {
    const name = path.indexOf('/', kind) + 1;
    if (name === 0) return [path.slice(0, task), path.slice(0, container)];
    const next = path.indexOf('/', name);
    const end = next < 0 ? path.length : next;
    if (path.startsWith('task/', kind)) {
      container = task;
      task = end;
    }
    kind = end + 1;
  }
}

/** The task path of the innermost task that contains a path, even a task of a decomposition; '' for the run itself. */
export function getNearestTaskPath(path: JournalPath): string {
  const instance = findInstance(path);
  return instance === undefined ? '' : getTaskPath(instance);
}

/** Attempt number (from 1) within the innermost task of a path; undefined outside an attempt. */
export function findAttempt(path: JournalPath): number | undefined {
  const attempt = parsePathSteps(path).findLast(({ kind }) => kind === 'attempt' || kind === 'task');
  return attempt?.kind === 'attempt' ? Number(attempt.name) : undefined;
}

/**
 * The path of the try of `best_of`, or of the sample of a vote, within the innermost task of a path; undefined outside
 * of one.
 */
export function findTry(path: JournalPath): JournalPath | undefined {
  const instance = findInstance(path) ?? '';
  const [, within] = /^((?:\/[^/]+\/[^/]+)*?\/(?:try|sample)\/[^/]+)/.exec(path.slice(instance.length)) ?? [];
  return within === undefined ? undefined : instance + within;
}

/** The path without its last step; undefined for a top-level task. */
export function findParentPath(path: JournalPath): JournalPath | undefined {
  const last = path.lastIndexOf('/', path.lastIndexOf('/') - 1);
  return last < 0 ? undefined : path.slice(0, last);
}

/** Whether a path lies inside one of others. */
export function isInsideAny(path: JournalPath, others: ReadonlySet<JournalPath>): boolean {
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (others.has(path.slice(0, end))) return true;
  }
  return false;
}
