import type { openForFork } from '@/engine/log/recording';
import type { World } from '@/engine/testing/world.testing';
import type { RunEvent, RunEventKind } from '@/run/events';
import { nearestTaskPath } from '@/run/journal-path';

/** Kinds of events for something that a run asked or did itself, unless its result was taken over. */
const performed: readonly RunEventKind[] = ['model.requested', 'input.provided', 'script.exited', 'tool.called'];

/** Task paths of what a run asked for or ran itself. */
export function performedIn(events: readonly RunEvent[]): readonly string[] {
  return events
    .filter(({ kind, taken }) => performed.includes(kind) && taken === undefined)
    .map(({ path }) => nearestTaskPath(path));
}

/** The log of a run in memory, to be forked. */
export function sourceOf({ log, deps }: World): Parameters<typeof openForFork>[0] {
  return {
    executionId: 'earlier',
    find: async ({ filter: { kinds = [] }, from }) => {
      const events = log.events.filter(({ seq, kind }) => seq >= from && kinds.includes(kind));
      return { events, next: null };
    },
    blob: (ref) => deps.blobs.get('run1', ref),
  };
}
