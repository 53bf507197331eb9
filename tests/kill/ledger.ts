import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { markOf } from './every-type';

/** How often each mark was seen. */
export type Counts = ReadonlyMap<string, number>;

/** Counts marks; entries without one are ignored. */
export function countsOf(marks: Iterable<string | undefined>): Counts {
  const counts = new Map<string, number>();
  for (const mark of marks) if (mark !== undefined) counts.set(mark, (counts.get(mark) ?? 0) + 1);
  return counts;
}

/** The marks of all model calls whose results a log contains, each as often as it was made. */
export function recordedCalls(events: readonly RunEvent[]): readonly (string | undefined)[] {
  const asked = new Map<string, string | undefined>();
  return events.flatMap((event) => {
    const turn = Number(/\/turn\/(\d+)$/.exec(event.path)?.[1] ?? 1);
    if (event.kind === 'model.requested') asked.set(event.path, markOf(event.task ?? '', turn));
    if (event.kind === 'model.replied') return [asked.get(event.path)];
    if (event.kind !== 'vote.decided') return [];
    return Array.from({ length: event.data.samples }, () => markOf(event.task ?? '', 1));
  });
}

/** The marks of all scripts whose ends a log contains, those of tools included. */
export function recordedScripts(events: readonly RunEvent[]): readonly (string | undefined)[] {
  return events.flatMap((event) =>
    event.kind === 'script.exited' || event.kind === 'tool.called' ? [scriptMark(event.task ?? '')] : [],
  );
}

/** The mark of a script, without its round, which its text does not contain. */
export function scriptMark(text: string): string | undefined {
  return markOf(text, 1)?.replace(/-.*/, '');
}

/**
 * What was done again although its result was recorded. `whole` is how often an undisturbed run does each thing,
 * `recorded` how often it was recorded when a process began, `done` how often that process did it.
 */
export function doneTwice(whole: Counts, recorded: Counts, done: Counts): readonly string[] {
  return [...done].flatMap(([mark, times]) => {
    const allowed = (whole.get(mark) ?? 0) - (recorded.get(mark) ?? 0);
    return times > allowed ? [`${mark}: ${times} times, where ${allowed} were left`] : [];
  });
}

/** The result of each task of a run, by its path, as far as the events have it. */
export function resultsOf(events: readonly RunEvent[]): Readonly<Record<string, string>> {
  const { tasks } = reduceRun(emptyRun, events);
  return Object.fromEntries(
    [...tasks].filter(([taskPath]) => !taskPath.includes('/')).map(([taskPath, run]) => [taskPath, resultOf(run)]),
  );
}

function resultOf(run: ReturnType<typeof reduceRun>['tasks'] extends ReadonlyMap<string, infer R> ? R : never): string {
  return run.status === 'ok' ? run.result.text : run.status;
}

/** Reproducible numbers in [0, 1) for a seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
