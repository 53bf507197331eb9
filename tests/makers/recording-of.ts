import { openRecording } from '@/engine/log/recording';
import type { createMemoryBlobs } from '@/engine/testing/memory-stores.testing';
import { createEventMatcher } from '@/run/event-query';
import type { RunEvent } from '@/run/events';

/** A run in the form from which its forks take results. */
export function recordingOf(events: readonly RunEvent[], blobs: ReturnType<typeof createMemoryBlobs>) {
  return openRecording(
    {
      find: async ({ filter, from, limit }) => {
        const found = events.slice(from - 1).filter(createEventMatcher(filter));
        return { events: found.slice(0, limit), next: found[limit]?.seq ?? null };
      },
      blob: (ref) => blobs.get('run', ref),
      pages: (ref) => blobs.stream('run', ref),
    },
    events.at(-1)?.seq ?? 0,
  );
}
