import { defined } from '@/base/defined';
import { hashValue } from '@/base/hash';
import type { Json, JsonObject } from '@/base/json';
import { decodeJson, encodeJson } from '@/base/json-text';
import { openAttached } from '@/engine/attachments/open-attached';
import type { BlobStore } from '@/engine/ports/blob-store';
import type { LearnedFact, ModelClient, ModelReply, ModelRequest } from '@/engine/ports/model-client';
import type { StreamDelta } from '@/run/runner';
import type { RunMachines, SpreadEffect } from './run-machines';

/** A call as it goes to another machine, and what comes back. Both are made by Heddle, of the same version. */
interface SentCall {
  readonly request: ModelRequest;
  readonly patienceMs?: number | undefined;
  /** Which text somebody may look at while it streams; left out: none. */
  readonly streams?: 'text' | 'all' | undefined;
}
interface GivenReply {
  readonly reply: ModelReply;
  readonly learned: readonly LearnedFact[];
}

/** What is known of the runs that this machine runs. */
export interface OwnedRuns {
  labelsOf(executionId: string): readonly string[];
  /** Whether a run is being left to another machine, which then waits for its calls. */
  isLeft(executionId: string): boolean;
}

/**
 * Models whose calls any machine makes. The text of a reply does not stream to this one, which waits for the whole, but
 * from the machine that makes the call to those at which somebody looks on.
 */
export function createSpreadModels(
  models: ModelClient,
  machines: Pick<RunMachines, 'perform'>,
  runs: OwnedRuns,
): ModelClient {
  // A call that failed is made again under another key, or its old failure would be the answer.
  const failures = new Map<string, number>();
  return {
    keyState: (provider) => models.keyState(provider),
    whenReady: (provider, signal) => models.whenReady(provider, signal),
    generate: async (request, { signal, patienceMs, onLearned, onText, onReasoning }) => {
      const { idempotencyKey: place } = request;
      const executionId = place.slice(0, place.indexOf('/'));
      const sent: SentCall = { request, patienceMs };
      // Undefined fields are dropped, as they are on the way.
      const input = decodeJson(encodeJson(sent)) as JsonObject;
      const failed = failures.get(place) ?? 0;
      const labels = runs.labelsOf(executionId);
      const effect: SpreadEffect = {
        kind: 'model',
        executionId,
        labels,
        // Whoever looks on, it is the same call.
        key: hashValue([place, failed, input]),
        input: { ...input, ...(onText && { streams: onReasoning === undefined ? 'text' : 'all' }) },
      };
      try {
        const given = (await machines.perform(effect, signal, () => runs.isLeft(executionId))) as unknown as GivenReply;
        failures.delete(place);
        for (const fact of given.learned) onLearned?.(fact);
        return given.reply;
      } catch (error) {
        if (!signal.aborted) failures.set(place, failed + 1);
        throw error;
      }
    },
  };
}

/** What a call is made with. */
export interface CallMeans {
  readonly models: ModelClient;
  readonly blobs: Pick<BlobStore, 'stream'>;
  readonly newId: () => string;
  /** Shows text as it streams to whoever looks on, at any machine. */
  readonly show: (delta: StreamDelta) => void;
}

/** Makes a call for the machine that runs its run. Errors: those of {@link ModelClient.generate}. */
export async function performCall(
  { executionId, input }: SpreadEffect,
  { models, blobs, newId, show }: CallMeans,
  signal: AbortSignal,
): Promise<Json> {
  const { request, patienceMs, streams } = input as unknown as SentCall;
  // A call that is made again, by whichever machine, begins its text anew.
  const path = request.idempotencyKey.slice(executionId.length + 1);
  let of = { executionId, path, call: newId() };
  const learned: LearnedFact[] = [];
  const reply = await models.generate(request, {
    signal,
    ...(streams !== undefined && { onText: (text) => show({ ...of, text }) }),
    ...(streams === 'all' && { onReasoning: (text) => show({ ...of, text, isReasoning: true }) }),
    onRestart: () => {
      of = { ...of, call: newId() };
    },
    onLearned: (fact) => learned.push(fact),
    openFile: (ref) => openAttached(blobs, executionId, ref),
    ...defined({ patienceMs }),
  });
  return { reply, learned } satisfies GivenReply as unknown as Json;
}
