import { isSimulated } from '@/plan/simulated-only';
import type { EventOf, RunEvent } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import { type JournalPath, parsePathSteps } from '@/run/journal-path';
import type { IndexedCall } from '../ports/call-index';
import { hashAskedCall, hashCall } from './call-hash';
import { SampleCounts } from './sample-counts';

/** The kinds of events that {@link CallFold} reads. */
export const callKinds = ['model.requested', 'model.replied', 'vote.decided'] as const;

/**
 * Reads the calls of a run off its log, in order. It gives only calls that may answer another run: none that was cut
 * off or refused, none of a simulated model, no result that a person wrote, and none that was taken over, because that
 * one is in the log of the run that made it.
 */
export class CallFold {
  readonly #run: string;
  readonly #samples = new SampleCounts();
  /** Hashes of the tools of the requests that have no reply yet. */
  readonly #tools = new Map<JournalPath, string>();

  constructor(run: string) {
    this.#run = run;
  }

  take(event: RunEvent): IndexedCall | undefined {
    if (event.kind === 'model.requested') {
      const { tools } = event.data;
      if (tools?.ref !== undefined) this.#tools.set(event.path, tools.ref);
      return undefined;
    }
    if (event.kind !== 'model.replied' && event.kind !== 'vote.decided') return undefined;
    const tools = this.#tools.get(event.path);
    this.#tools.delete(event.path);
    const { hash: request, seq } = event;
    if (request === undefined || !isStepOfCall(event)) return undefined;
    const sample = this.#samples.take(request, event.sample);
    if (event.taken !== undefined || !isAnswer(event)) return undefined;
    const call = event.call ?? hashAskedCall({ request, tools }) ?? request;
    const { usage } = event.data;
    return {
      hash: hashCall(event.kind, call, sample),
      run: this.#run,
      seq,
      t: parseIsoTime(event.t),
      costUsd: usage?.costUsd ?? null,
      tokens: (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0),
    };
  }
}

type CallEvent = EventOf<'model.replied' | 'vote.decided'>;

/** Whether an event is the record of a call: the vote on a task only counts samples, which have their own. */
function isStepOfCall({ kind, path }: CallEvent): boolean {
  return kind === 'model.replied' || parsePathSteps(path).at(-1)?.kind === 'step';
}

/** Whether an event holds what a model answered, whole. */
export function isAnswer(event: CallEvent): boolean {
  if (event.written || (event.model !== undefined && isSimulated(event.model))) return false;
  return (
    event.kind === 'vote.decided' || event.data.finishReason === 'stop' || event.data.finishReason === 'tool_calls'
  );
}
