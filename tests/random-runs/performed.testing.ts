import type { RecordingSource } from '@/engine/log/recording-source';
import type { World } from '@/engine/testing/world.testing';
import type { RunEvent, RunEventKind } from '@/run/events';
import { getNearestTaskPath } from '@/run/journal-path';
import { emptyRun, reduceRun } from '@/run/reduce-run';

/** Kinds of events for something that a run asked or did itself, unless its result was taken over. */
const performed: readonly RunEventKind[] = ['model.requested', 'input.provided', 'script.exited', 'tool.called'];

/** Task paths of what a run asked for or ran itself. */
export function performedIn(events: readonly RunEvent[]): readonly string[] {
  return events
    .filter(({ kind, taken }) => performed.includes(kind) && taken === undefined)
    .map(({ path }) => getNearestTaskPath(path));
}

/** Whether one path is another, or inside it. */
export const isIn = (path: string) => (one: string) => one === path || one.startsWith(`${path}/`);

/** The log of a run in memory, to be forked. */
export function sourceOf({ log, deps }: World, executionId = 'earlier'): RecordingSource {
  return { executionId, find: (query) => log.find('run1', query), blob: (ref) => deps.blobs.get('run1', ref) };
}

/** How each top-level task ended, and its result. */
export function endsOf(events: readonly RunEvent[]) {
  const { tasks } = reduceRun(emptyRun, events);
  return Object.fromEntries(
    [...tasks]
      .filter(([taskPath]) => !taskPath.includes('/'))
      .map(([id, task]) => [id, task.status === 'ok' ? task.result.text : task.status]),
  );
}
