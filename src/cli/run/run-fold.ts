import type { RunEvent } from '@/run/events';
import { reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';

/** Events that are folded at once: a fold costs a copy of what it touches, however few events it takes. */
const batchSize = 1000;

/** The state of a run that goes on. */
export interface RunFold {
  events(batch: readonly RunEvent[]): void;
  /** Undefined where the events did not follow on what was known: the log was damaged, and cut. */
  state(): RunState | undefined;
}

/** Folds the events of a run as they come, from where it stood. */
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
