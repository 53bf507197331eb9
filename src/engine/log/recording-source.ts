import type { EventFilter, EventPage, EventQuery } from '@/run/event-query';
import type { EventOf, RunEvent } from '@/run/events';
import type { JournalPath } from '@/run/journal-path';
import { readResult } from '@/run/result-payload';
import { advancePipelineCursor, readPipelineStep } from './history-cursors';
import type { PipelineCursor } from './run-history';

/** Where the log of an earlier run is read from. */
export interface RecordingSource {
  readonly executionId?: string;
  find(query: EventQuery): Promise<EventPage>;
  /** A payload by its ref. */
  blob(ref: string): Promise<string | undefined>;
  /** The bytes of a payload by its ref; left out: no bytes are available. */
  pages?(ref: string): Promise<AsyncIterable<Uint8Array> | undefined>;
}

/** Most events in a page. */
export const eventPageLimit = 1000;

/** All events that a filter selects up to an event, page by page. */
export async function* readEventPages(
  { find }: RecordingSource,
  filter: EventFilter,
  upTo: number,
): AsyncGenerator<readonly RunEvent[]> {
  for (let from: number | null = 1; from !== null && from <= upTo; ) {
    const page: EventPage = await find({ filter, from, direction: 'forward', limit: eventPageLimit });
    const events = page.events.filter(({ seq }) => seq <= upTo);
    if (events.length > 0) yield events;
    from = page.next;
  }
}

/** The event of a kind with a number. */
export async function readTypedEvent<K extends RunEvent['kind']>(
  source: RecordingSource,
  kind: K,
  seq: number,
): Promise<EventOf<K> | undefined> {
  const { events } = await source.find({ filter: { kinds: [kind] }, from: seq, direction: 'forward', limit: 1 });
  return events.find((one): one is EventOf<K> => one.kind === kind && one.seq === seq);
}

/** How far a pipeline came up to an event, if states before its latest are deleted. */
export async function readPassedSteps(
  source: RecordingSource,
  attempt: JournalPath,
  upTo: number,
): Promise<PipelineCursor | undefined> {
  let cursor: PipelineCursor | undefined;
  let isDeleted = false;
  for await (const events of readEventPages(
    source,
    { kinds: ['model.replied', 'vote.decided'], path: attempt },
    upTo,
  )) {
    for (const event of events) {
      const step = readPipelineStep(event);
      if (step?.within !== attempt) continue;
      isDeleted ||= cursor !== undefined && (await isGone(source, cursor.record));
      cursor = advancePipelineCursor(cursor, step.record, step.n);
    }
  }
  return isDeleted ? cursor : undefined;
}

/** Whether the result of an event was too long for it, and is no longer stored. */
async function isGone(source: RecordingSource, event: RunEvent): Promise<boolean> {
  const { text, length, ref } = readResult(event);
  return length > text.length && (ref === undefined || (await source.blob(ref)) === undefined);
}
