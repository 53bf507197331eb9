import { encodeJson } from '@/base/json-text';
import type { RunEvent } from '@/run/events';
import { type FollowedBatch, followEvents } from '../runs/follow-events';
import type { ApiWorld } from './run-json';

/** How long a client waits before it connects again, in ms. */
const retryMs = 2000;

/**
 * An event as a frame of a stream of server-sent events: its number is the id from which a client resumes.
 * https://html.spec.whatwg.org/multipage/server-sent-events.html
 */
export function formatEventFrame(event: RunEvent): string {
  return `id: ${event.seq}\ndata: ${encodeJson(event)}\n\n`;
}

/** What happened, as frames. Streaming text has no id: it is not resumed. Nothing happened: a sign of life. */
export function formatBatchFrames({ events, deltas }: FollowedBatch): string {
  const live = deltas.map(({ executionId: _run, ...data }) => {
    return `event: delta\ndata: ${encodeJson(data)}\n\n`;
  });
  return [...live, ...events.map(formatEventFrame)].join('') || ': still here\n\n';
}

/** The number from which a stream begins: after the last event that a client has, else the one that it asks for. */
export function findStreamStart(lastEventId: string | undefined, from: number): number {
  return lastEventId !== undefined && /^\d{1,15}$/.test(lastEventId) ? Number(lastEventId) + 1 : from;
}

/** A stream of server-sent events. `end` tells the client that nothing follows. */
export function openEventStream(
  { options, runs }: ApiWorld,
  executionId: string,
  { from, isLive }: { readonly from: number; readonly isLive: boolean },
  signal: AbortSignal,
  onClosed: () => void,
): ReadableStream<Uint8Array> {
  const { stores, limits } = options;
  const gone = new AbortController();
  const over = AbortSignal.any([signal, runs.stopped, gone.signal]);
  const isRunHere = (id: string) => runs.host.isHere(id);
  const batches = followEvents(
    { stores, hub: runs.hub, isHere: isRunHere, idleMs: limits.heartbeatMs, isLive },
    executionId,
    from,
    over,
  );
  const encoder = new TextEncoder();
  let isClosed = false;
  const closeStream = () => {
    if (isClosed) return;
    isClosed = true;
    onClosed();
  };
  let isFirst = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          if (isFirst) {
            isFirst = false;
            controller.enqueue(encoder.encode(`retry: ${retryMs}\n\n`));
            return;
          }
          const { value, done } = await batches.next();
          if (done !== true) {
            controller.enqueue(encoder.encode(formatBatchFrames(value)));
            return;
          }
          if (!over.aborted) controller.enqueue(encoder.encode('event: end\ndata: {}\n\n'));
          closeStream();
          controller.close();
        } catch (error) {
          closeStream();
          controller.error(error);
        }
      },
      async cancel() {
        gone.abort();
        closeStream();
        await batches.return();
      },
    },
    // Nothing is read ahead for a client that does not take it.
    { highWaterMark: 0 },
  );
}
