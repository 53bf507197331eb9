import type { RunEvent } from '@/run/events';
import { isUnfinished } from '@/run/is-unfinished';
import type { StreamDelta } from '@/run/runner';
import type { ServeStores } from '../serve-options';
import { FreshText } from './fresh-text';
import type { RunHub } from './run-hub';

/** Events that are read at once. */
const page = 200;

/** How often a run that another process runs is looked at, in ms. */
const lookMs = 1000;

const ends: ReadonlySet<RunEvent['kind']> = new Set(['run.completed', 'run.failed', 'run.cancelled']);

interface FollowOptions {
  readonly stores: Pick<ServeStores, 'events' | 'executions'>;
  readonly hub: RunHub;
  readonly isHere: (executionId: string) => boolean;
  /** After so many ms without an event an empty batch is given. */
  readonly idleMs: number;
  /** Whether the text that streams from models is given, too. Left out: no. */
  readonly isLive?: boolean;
}

/** What happened in a run since the last batch: its events, and text that is not in them yet. */
export interface FollowedBatch {
  readonly events: readonly RunEvent[];
  readonly deltas: readonly StreamDelta[];
}

/**
 * The events of a run from a number on, in batches, as they happen, without a gap. It ends when the run has ended, or
 * is gone, or on abort. What is not taken is not read: memory does not grow with the run or the slowness of the reader.
 * Errors: those of a store that cannot be read: the run is not over for that.
 */
export async function* followEvents(
  { stores, hub, isHere, idleMs, isLive = false }: FollowOptions,
  executionId: string,
  from: number,
  signal: AbortSignal,
): AsyncGenerator<FollowedBatch, void> {
  const watch = hub.watch(executionId, isLive);
  const fresh = new FreshText();
  try {
    let next = from;
    let hasEnded = false;
    let idleSince = Date.now();
    while (!signal.aborted) {
      const deltas = fresh.of(watch.live());
      const known = watch.recent(next);
      // What was run here before may go on elsewhere.
      const isAll = known !== undefined && (known.length > 0 || isHere(executionId));
      const batch = isAll ? known : await stores.events.read(executionId, next, page);
      const last = batch.at(-1);
      if (last !== undefined) {
        next = last.seq + 1;
        if (isLive) fresh.note(batch);
        hasEnded = ends.has(last.kind);
        yield { events: batch, deltas };
        idleSince = Date.now();
        continue;
      }
      if (deltas.length > 0) {
        yield { events: [], deltas };
        idleSince = Date.now();
        continue;
      }
      // Of a run that this process runs, the hub tells what happens.
      const tells = isHere(executionId) && !hasEnded;
      if (!tells) {
        const run = await stores.executions.get(executionId);
        if (run === undefined || (!isUnfinished(run.status) && run.lastSeq < next)) return;
      }
      const left = Math.max(0, idleSince + idleMs - Date.now());
      await watch.next(next, tells ? left : Math.min(left, lookMs), signal);
      if (Date.now() - idleSince < idleMs) continue;
      yield { events: [], deltas: [] };
      idleSince = Date.now();
    }
  } finally {
    watch.close();
  }
}
