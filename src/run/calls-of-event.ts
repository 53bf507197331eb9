import type { Usage } from './event-data';
import type { EventOf, RunEvent } from './events';
import { stepsOf } from './journal-path';

/** Calls of models that an event tells of. */
export interface Calls {
  readonly count: number;
  readonly usage: Usage;
}

/**
 * The calls that an event counts, so that sums over a log count each once: the reply of a call, one that was no more
 * than a refusal, or the vote of a pipeline's step, whose samples have no events of their own. Undefined: none.
 */
export function callsOfEvent(event: RunEvent): Calls | undefined {
  if (event.kind === 'model.replied') return { count: 1, usage: event.data.usage };
  if (event.kind === 'model.fell_back') return refusalOf(event);
  if (event.kind !== 'vote.decided' || event.data.usage === null) return undefined;
  const { samples, usage } = event.data;
  return stepsOf(event.path).at(-1)?.kind === 'step' ? { count: samples, usage } : undefined;
}

/** What a step of a pipeline took is counted with its reply or its vote. */
function refusalOf({ path, data: { usage } }: EventOf<'model.fell_back'>): Calls | undefined {
  if (usage === undefined || stepsOf(path).some(({ kind }) => kind === 'step')) return undefined;
  return { count: 1, usage };
}
