import { AppError } from '@/base/errors';
import { encodeJson } from '@/base/json-text';
import type { EventStore } from '@/engine/ports/event-store';
import type { RunEvent } from '@/run/events';
import type { Output } from './io';

/** Events read and printed at once. */
const page = 1000;

/** Prints events as JSONL. */
export function printEvents(output: Output, events: readonly RunEvent[]): void {
  if (events.length > 0) output.write(events.map((event) => `${encodeJson(event)}\n`).join(''));
}

/**
 * Prints the log of a run page by page, no faster than the output accepts it. For a damaged log, prints the events
 * before the damage.
 */
export async function printLog(output: Output, events: Pick<EventStore, 'read'>, executionId: string): Promise<void> {
  for (let from = 1, most = page; most > 0; ) {
    let batch: readonly RunEvent[];
    try {
      batch = await events.read(executionId, from, most);
    } catch (error) {
      const good = findLastGoodSeq(error) - from + 1;
      if (good >= most) throw error;
      most = good;
      continue;
    }
    if (batch.length === 0) return;
    printEvents(output, batch);
    await output.taken();
    from += batch.length;
  }
}

/** Number of the last readable event. Rethrows any error that is not about damage. */
function findLastGoodSeq(error: unknown): number {
  const bad = error instanceof AppError && error.code === 'DAMAGED_RECORD' ? error.details?.['seq'] : undefined;
  if (typeof bad !== 'number') throw error;
  return bad - 1;
}
