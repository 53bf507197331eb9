import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { RunEvent } from '@/run/events';
import type { RunUpdate, StreamDelta, WaitingCalls } from '@/run/runner';
import type { RunListener, RunName } from './host-options';

interface Pending {
  readonly events: RunEvent[];
  /** By journal path and kind of text; the pieces of one stream are joined. */
  readonly deltas: Map<string, StreamDelta>;
  waits?: readonly WaitingCalls[];
  failure?: Failure | null;
  annotated?: true;
  gone?: true;
}

/**
 * A listener that sends updates to followers as messages. It sends one batch with an update for each run that has news:
 * `later` is asked to call back once when there is something to send. Streamed text is left out if its reply is in the
 * same batch, because the reply contains all of it.
 */
export function createUpdateBatcher(
  send: (updates: readonly RunUpdate[]) => void,
  later: (flush: () => void) => void,
): RunListener {
  let pending = new Map<RunName, Pending>();

  const flushUpdates = () => {
    const batch = pending;
    pending = new Map();
    send(
      [...batch].map(([{ executionId, workflowId }, { events, deltas, waits, failure, annotated, gone }]) => ({
        executionId,
        workflowId,
        events,
        deltas: [...deltas.values()],
        ...defined({ waits, failure, annotated, gone }),
      })),
    );
  };

  const getPending = (run: RunName): Pending => {
    const found = pending.get(run);
    if (found) return found;
    if (pending.size === 0) later(flushUpdates);
    const fresh: Pending = { events: [], deltas: new Map() };
    pending.set(run, fresh);
    return fresh;
  };

  return {
    events: (run, events) => {
      const own = getPending(run);
      own.events.push(...events);
      for (const event of events) {
        if (event.kind !== 'model.replied') continue;
        own.deltas.delete(buildDeltaKey(event));
        own.deltas.delete(buildDeltaKey({ path: event.path, isReasoning: true }));
      }
    },
    delta: (run, delta) => {
      const { deltas } = getPending(run);
      const findDelta = (isReasoning: boolean) =>
        buildDeltaKey({ path: delta.path, ...defined({ isReasoning: isReasoning || undefined }) });
      // What streamed of a call that is made again is not shown any more.
      for (const other of [findDelta(false), findDelta(true)])
        if (deltas.get(other)?.call !== delta.call) deltas.delete(other);
      const key = buildDeltaKey(delta);
      deltas.set(key, { ...delta, text: (deltas.get(key)?.text ?? '') + delta.text });
    },
    waits: (run, waits) => {
      getPending(run).waits = waits;
    },
    hindered: (run, failure) => {
      getPending(run).failure = failure;
    },
    gaveUp: (run, failure) => {
      getPending(run).failure = failure;
    },
    annotated: (run) => {
      getPending(run).annotated = true;
    },
    gone: (run) => {
      getPending(run).gone = true;
    },
  };
}

function buildDeltaKey({
  path,
  isReasoning = false,
}: {
  readonly path: string;
  readonly isReasoning?: boolean;
}): string {
  return isReasoning ? `${path} reasoning` : path;
}
