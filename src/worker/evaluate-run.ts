import type { Failure } from '@/base/errors';
import type { EngineDeps } from '@/engine/deps';
import type { ToolClient } from '@/engine/ports';
import { type RunPlanOptions, runPlan } from '@/engine/run-plan';
import type { Execution } from '@/run/runner';
import { filesOf } from '@/storage/files-of';
import type { Stores } from '@/storage/stores';
import { awaitCode } from './await-code';
import type { Desk } from './desk';
import { fenceStores, lossOf } from './fence-stores';
import { recordingOfFork } from './recording-of-fork';
import type { RunHold, RunLocks } from './run-locks';

/** What the runs of this process share. */
export interface RunSurroundings {
  readonly stores: Stores;
  /** The engine's ports, besides the stores and the person. */
  readonly world: Omit<EngineDeps, 'events' | 'blobs' | 'checkpoints' | 'files' | 'person' | 'tools'>;
  /** Tools of one run: what it opens at servers is its own, and ends with it. */
  readonly openTools: () => ToolClient;
  readonly desk: Desk;
  readonly locks: RunLocks;
}

/** The ways to stop a run. */
export type Stops = { readonly [K in 'cancel' | 'pause' | 'leave']: AbortController };

interface Evaluation
  extends Pick<RunPlanOptions, 'onEvents' | 'onDelta' | 'onWaits' | 'onStorageFull' | 'onOpen' | 'instead'> {
  readonly execution: Execution;
  /** The right to run it; when that is taken away it is left. */
  readonly hold: RunHold;
  readonly stops: Stops;
  /** Told when code that the run needs cannot be fetched, and, without a failure, when it is there. */
  readonly onCodeMissing: (failure?: Failure) => void;
}

/** How often a run is begun anew where another tab, which had already lost it, wrote to its log. */
const maxBegins = 3;

/** Runs a run to its end, or until it is stopped. Errors: those of `runPlan`, and those of `lossOf`. */
export async function evaluateRun(surroundings: RunSurroundings, evaluation: Evaluation): Promise<void> {
  const { execution, hold, stops } = evaluation;
  const lose = () => stops.leave.abort();
  if (hold.lost.aborted) lose();
  hold.lost.addEventListener('abort', lose, { once: true });
  for (let begins = 1; ; begins += 1) {
    try {
      return await evaluate(surroundings, evaluation);
    } catch (error) {
      if (lossOf(error) !== 'taken' || begins === maxBegins) throw error;
      // That this tab lost it may be told only now.
      if (!(await surroundings.locks.isHeld(execution.id)) || hold.lost.aborted) throw error;
    }
  }
}

async function evaluate(
  { stores, world, openTools, desk }: RunSurroundings,
  { execution, hold, stops, onCodeMissing, ...wishes }: Evaluation,
): Promise<void> {
  const { id: executionId, workflowId, plan, forkedFrom } = execution;
  const recording = await recordingOfFork(stores, execution);
  const own = fenceStores(stores, hold.lost);
  const tools = openTools();
  const signal = AbortSignal.any([stops.cancel, stops.pause, stops.leave].map((stop) => stop.signal));
  const waiting = { clock: world.clock, signal, onMissing: onCodeMissing };
  const patient = {
    catalogue: () => awaitCode(world.catalogue, waiting),
    tokens: () => awaitCode(world.tokens, waiting),
  };
  const ran = runPlan({
    ...wishes,
    executionId,
    workflowId,
    plan,
    deps: { ...world, ...patient, ...own, tools, files: filesOf(stores.files, workflowId), person: desk },
    signal: stops.cancel.signal,
    pause: stops.pause.signal,
    leave: stops.leave.signal,
    ...(recording === undefined ? {} : { recording }),
    ...(forkedFrom === undefined ? {} : { forkedFrom }),
  });
  // Nobody waits for servers to hear of it.
  await ran.finally(() => void tools.close());
}
