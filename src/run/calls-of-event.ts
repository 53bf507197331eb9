import type { Usage } from './event-data';
import type { EventOf, RunEvent } from './events';
import { parsePathSteps } from './journal-path';

/** Model calls that an event reports. */
export interface Calls {
  readonly count: number;
  readonly usage: Usage;
  /** Whether an earlier run made and paid for them. */
  readonly isTaken: boolean;
}

/**
 * The model calls that an event counts. Sums over a log use this, so that each call counts once. Counted are a reply, a
 * call that ended in a refusal, and the vote and the failed tries of a pipeline's step (the calls in them have no
 * events of their own). Calls that an earlier run made are told apart, so that several runs count each call once.
 * What a person wrote counts no call. Undefined:
 * the event counts none.
 */
export function countEventCalls(event: RunEvent): Calls | undefined {
  if (event.written) return undefined;
  const isTaken = event.taken !== undefined;
  if (event.kind === 'model.replied') return { count: 1, usage: event.data.usage, isTaken };
  if (event.kind === 'model.fell_back') return countRefusalCalls(event);
  if (event.kind === 'iteration.logged') return countTryCalls(event);
  if (event.kind !== 'vote.decided' || event.data.usage === null) return undefined;
  const { samples, usage } = event.data;
  return parsePathSteps(event.path).at(-1)?.kind === 'step' ? { count: samples, usage, isTaken } : undefined;
}

/** The calls of other iterations have events of their own. */
function countTryCalls({ taken, data: { of, calls = 0, usage } }: EventOf<'iteration.logged'>): Calls | undefined {
  return of === 'step' && usage !== null ? { count: calls, usage, isTaken: taken !== undefined } : undefined;
}

/** The usage of a pipeline's step is counted with the step's reply or vote, not here. */
function countRefusalCalls({ path, taken, data: { usage } }: EventOf<'model.fell_back'>): Calls | undefined {
  if (usage === undefined || parsePathSteps(path).some(({ kind }) => kind === 'step')) return undefined;
  return { count: 1, usage, isTaken: taken !== undefined };
}
