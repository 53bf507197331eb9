import type { Usage } from './event-data';
import type { EventOf, RunEvent } from './events';
import { stepsOf } from './journal-path';

/** Model calls that an event reports. */
export interface Calls {
  readonly count: number;
  readonly usage: Usage;
}

/**
 * The model calls that an event counts. Sums over a log use this, so that each call counts once. Counted are a reply, a
 * call that ended in a refusal, and the vote of a pipeline's step (its samples have no events of their own). Undefined:
 * the event counts no call.
 */
export function callsOfEvent(event: RunEvent): Calls | undefined {
  if (event.kind === 'model.replied') return { count: 1, usage: event.data.usage };
  if (event.kind === 'model.fell_back') return refusalOf(event);
  if (event.kind !== 'vote.decided' || event.data.usage === null) return undefined;
  const { samples, usage } = event.data;
  return stepsOf(event.path).at(-1)?.kind === 'step' ? { count: samples, usage } : undefined;
}

/** The usage of a pipeline's step is counted with the step's reply or vote, not here. */
function refusalOf({ path, data: { usage } }: EventOf<'model.fell_back'>): Calls | undefined {
  if (usage === undefined || stepsOf(path).some(({ kind }) => kind === 'step')) return undefined;
  return { count: 1, usage };
}
