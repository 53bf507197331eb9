import type { RunEvent } from '@/run/events';
import { reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';

/** Events folded at once: a fold copies what it changes, however few events it takes. */
const batchSize = 1000;

/** The state of an active run. */
export interface RunFold {
  events(batch: readonly RunEvent[]): void;
  /** Undefined if the events do not continue the known ones: the log was damaged, and was cut. */
  state(): RunState | undefined;
}

/** Folds the events of a run as they arrive, from a given state. */
export function createRunFold(before: RunState): RunFold {
  let state = before;
  let waiting: RunEvent[] = [];
  let last = before.seq;
  let follows = true;
  const fold = () => {
    state = reduceRun(state, waiting);
    waiting = [];
  };
  return {
    events: (batch) => {
      const [first] = batch;
      if (first === undefined || !follows) return;
      follows = first.seq === last + 1;
      last += batch.length;
      waiting.push(...batch);
      if (waiting.length >= batchSize) fold();
    },
    state: () => {
      fold();
      return follows ? state : undefined;
    },
  };
}
