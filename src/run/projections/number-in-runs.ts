import { appendStep, type JournalPath, type PathStep, parsePathSteps } from '../journal-path';
import { keptPerTask } from '../lists-by-task';
import type { TaskInstance } from '../run-state';

/**
 * Position of the shown instance in these runs. A running one that is not in the list (a round under way) comes after
 * all of them.
 */
export function indexInRuns(runs: readonly TaskInstance[], shown: TaskInstance): number {
  const index = runs.indexOf(shown);
  if (index >= 0) return index;
  return shown.status === 'running' ? runs.length : runs.length - 1;
}

/**
 * Which of the runs of a task the shown one is, from 1, and how many there were. Of a long list only the newest are
 * kept; then both are read from the paths, where items, steps and rounds are numbered.
 */
export function findNumberInRuns(
  runs: readonly TaskInstance[],
  shown: TaskInstance,
): { number: number; count: number } {
  const number = indexInRuns(runs, shown) + 1;
  const known = { number, count: Math.max(runs.length, number) };
  const highest = runs.length < keptPerTask ? undefined : findHighestNumber(runs);
  if (highest === undefined) return known;
  // A round under way is not in the list yet.
  const own = number > runs.length ? highest.number + 1 : (parseNumberedPath(shown.path)?.number ?? highest.number);
  return { number: own, count: Math.max(highest.number, own) };
}

/**
 * The path of one of the runs of a task by its number, as {@link findNumberInRuns} counts; undefined: there is none. A
 * long list need not hold it.
 */
export function findPathOfNumber(runs: readonly TaskInstance[], number: number): JournalPath | undefined {
  const highest = runs.length < keptPerTask ? undefined : findHighestNumber(runs);
  if (highest === undefined) return runs[number - 1]?.path;
  const [first] = runs;
  if (first === undefined || number < 1 || number > highest.number) return undefined;
  const steps = parsePathSteps(first.path);
  const last = findLastNumbered(steps);
  return steps.reduce((path, { kind, name }, index) => {
    if (index !== last) return appendStep(path, kind, name);
    return appendStep(path, kind, kind === 'iter' ? number : number - 1);
  }, '');
}

/** The path of the innermost item, step or round that a path is in; the path itself if there is none. */
export function findNumberedPart(path: JournalPath): JournalPath {
  const steps = parsePathSteps(path);
  const last = findLastNumbered(steps);
  return last < 0 ? path : steps.slice(0, last + 1).reduce((part, { kind, name }) => appendStep(part, kind, name), '');
}

function findLastNumbered(steps: readonly PathStep[]): number {
  return steps.findLastIndex(({ kind }) => kind === 'item' || kind === 'step' || kind === 'iter');
}

/** The number of an instance among those that differ from it only in this number. */
interface NumberedPath {
  /** The path without the number. */
  readonly of: string;
  /** From 1. */
  readonly number: number;
}

const highestNumbers = new WeakMap<readonly TaskInstance[], NumberedPath | null>();

/** The highest number in these runs; undefined if they differ in more than one number. */
function findHighestNumber(runs: readonly TaskInstance[]): NumberedPath | undefined {
  const known = highestNumbers.get(runs);
  if (known !== undefined) return known ?? undefined;
  let highest = parseNumberedPath(runs[0]?.path ?? '');
  for (const { path } of runs) {
    const next = parseNumberedPath(path);
    if (next?.of !== highest?.of) highest = undefined;
    if (highest === undefined || next === undefined) break;
    if (next.number > highest.number) highest = next;
  }
  highestNumbers.set(runs, highest ?? null);
  return highest;
}

function parseNumberedPath(path: JournalPath): NumberedPath | undefined {
  const steps = parsePathSteps(path);
  const last = findLastNumbered(steps);
  const step = steps[last];
  if (step === undefined) return undefined;
  const of = steps.map(({ kind, name }, index) => (index === last ? kind : `${kind}/${name}`)).join('/');
  return { of, number: Number(step.name) + (step.kind === 'iter' ? 0 : 1) };
}
