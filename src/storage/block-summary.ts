import { z } from 'zod';
import { defined } from '@/base/defined';
import { type EventFilter, type EventStatus, findEventStatus, isPathWithin } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { findInstance, getNearestTaskPath, getTaskPath } from '@/run/journal-path';

/** A summary of events that are stored together, so that a search can skip them unread. */
export const blockSummarySchema = {
  kinds: z.array(z.string()),
  /** Times of the first and the last one. */
  from: z.string(),
  to: z.string(),
  /** Task paths of the events; left out: there are too many, or an earlier version wrote the events. */
  places: z.array(z.string()).exactOptional(),
  statuses: z.array(z.string()).exactOptional(),
} as const;
const schema = z.strictObject(blockSummarySchema);
export type BlockSummary = z.infer<typeof schema>;

/** The most task paths that are listed. */
const mostPlaces = 30;

/** The summary of events. There must be at least one. */
export function summariseBlock(events: readonly RunEvent[]): BlockSummary {
  const kinds = new Set<string>();
  const statuses = new Set<EventStatus>();
  const instances = new Set<string>();
  for (const event of events) {
    kinds.add(event.kind);
    const status = findEventStatus(event);
    if (status !== undefined) statuses.add(status);
    instances.add(findInstance(event.path) ?? '');
  }
  const places = new Set<string>();
  for (const instance of instances) {
    places.add(getTaskPath(instance));
    if (places.size > mostPlaces) break;
  }
  return addPlaces([...kinds], events[0]?.t ?? '', events.at(-1)?.t ?? '', places, [...statuses]);
}

/** The summary of consecutive blocks. There must be at least one. */
export function joinSummaries(blocks: readonly BlockSummary[]): BlockSummary {
  const union = (lists: readonly (readonly string[] | undefined)[]) => {
    const sound = lists.flatMap((list) => (list === undefined ? [] : [list]));
    return sound.length < lists.length ? undefined : new Set(sound.flat());
  };
  const statuses = union(blocks.map((block) => block.statuses));
  return addPlaces(
    [...new Set(blocks.flatMap(({ kinds }) => kinds))],
    blocks[0]?.from ?? '',
    blocks.at(-1)?.to ?? '',
    union(blocks.map(({ places }) => places)),
    statuses && [...statuses],
  );
}

function addPlaces(
  kinds: string[],
  from: string,
  to: string,
  places: ReadonlySet<string> | undefined,
  statuses: string[] | undefined,
): BlockSummary {
  return {
    kinds,
    from,
    to,
    ...defined({ places: places === undefined || places.size > mostPlaces ? undefined : [...places], statuses }),
  };
}

/** Whether a block with this summary may contain events that match a filter. */
export function mayHold({ kinds, places, statuses }: BlockSummary, filter: EventFilter): boolean {
  if (filter.kinds !== undefined && !filter.kinds.some((kind) => kinds.includes(kind))) return false;
  if (filter.status !== undefined && statuses !== undefined && !statuses.includes(filter.status)) return false;
  const filterPaths = [filter.taskPath, filter.path === undefined ? undefined : getNearestTaskPath(filter.path)];
  return filterPaths.every(
    (taskPath) =>
      taskPath === undefined || places === undefined || places.some((place) => isPathWithin(place, taskPath)),
  );
}
