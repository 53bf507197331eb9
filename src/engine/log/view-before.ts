import { AppError } from '@/base/errors';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { RunState } from '@/run/run-state';
import { readRunState } from '@/run/state-json';
import type { EngineDeps } from '../deps';

/** Most events that are folded at once. */
const page = 1000;

/**
 * The state of a run at an event: the newest intact snapshot, with the later events folded in. Error: `DAMAGED_RECORD`
 * if there is no such snapshot and the log cannot be read.
 */
export async function computeViewBefore(
  executionId: string,
  seq: number,
  { events, checkpoints }: Pick<EngineDeps, 'events' | 'checkpoints'>,
): Promise<RunState> {
  let state = await loadSavedView(executionId, seq, checkpoints);
  while (state.seq < seq) {
    const batch = await events.read(executionId, state.seq + 1, Math.min(page, seq - state.seq));
    if (batch.length === 0) throw new AppError('DAMAGED_RECORD', 'A part of this run is missing from the storage.');
    state = reduceRun(state, batch);
  }
  return state;
}

async function loadSavedView(
  executionId: string,
  seq: number,
  checkpoints: EngineDeps['checkpoints'],
): Promise<RunState> {
  for (let upTo = seq; ; ) {
    const { found } = await checkpoints.load(executionId, 'view', upTo);
    if (found === undefined) return emptyRun;
    const state = readRunState(found.json);
    if (state?.seq === found.seq) return state;
    upTo = found.seq - 1;
  }
}
