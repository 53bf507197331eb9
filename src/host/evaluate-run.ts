import type { Failure } from '@/base/errors';
import type { Recording } from '@/engine/log/recording';
import type { Person } from '@/engine/ports/person';
import type { RunPlanOptions } from '@/engine/run-plan';
import { awaitCode } from './await-code';
import { awaitModels } from './await-models';
import { fenceStores, lossOf } from './fence-stores';
import type { RunHostOptions } from './host-options';
import type { TakenRun } from './ownership';
import { recordingOfFork } from './recording-of-fork';

/** The ways to stop a run. */
export type Stops = { readonly [K in 'cancel' | 'pause' | 'leave']: AbortController };

/** A run that is to be evaluated, and who is told how that goes. */
export interface Evaluation
  extends TakenRun,
    Pick<RunPlanOptions, 'onEvents' | 'onDelta' | 'onWaits' | 'onStorageFull' | 'onOpen' | 'instead'> {
  readonly stops: Stops;
  readonly person: Person;
  /** What its effects are taken from, where they are the same; left out: for a fork, the run that it is of. */
  readonly recording?: Recording | undefined;
  /** Told when code that the run needs cannot be fetched, and, without a failure, when it is there. */
  readonly onCodeMissing: (failure?: Failure) => void;
  /** Told when the run lets go of its tools; the promise resolves when what they opened is closed. */
  readonly onClosing: (closed: Promise<void>) => void;
}

/** How often a run is begun anew where another process, which had already lost it, wrote to its log. */
const maxBegins = 3;

/** The engine is large, and a process that runs nothing does without. */
const loadEngine = () => import('@/engine/run-plan');

/** Runs a run to its end, or until it is stopped. Errors: those of `runPlan`, and those of `lossOf`. */
export async function evaluateRun(options: RunHostOptions, evaluation: Evaluation): Promise<void> {
  const { execution, hold, stops } = evaluation;
  const lose = () => stops.leave.abort();
  if (hold.lost.aborted) lose();
  hold.lost.addEventListener('abort', lose, { once: true });
  for (let begins = 1; ; begins += 1) {
    try {
      return await evaluate(options, evaluation);
    } catch (error) {
      if (lossOf(error) !== 'taken' || begins === maxBegins) throw error;
      // That this process lost it may be told only now.
      const holder = await options.locks.holder(execution.id);
      if (holder === undefined || hold.lost.aborted) throw error;
    }
  }
}

async function evaluate(
  { stores, clock, random, models, secretOf, catalogue, tokens, ...host }: RunHostOptions,
  { execution, hold, stops, person, recording: given, onCodeMissing, onClosing, ...wishes }: Evaluation,
): Promise<void> {
  const { id: executionId, workflowId, plan, forkedFrom } = execution;
  const recording = given ?? (await recordingOfFork(stores, execution));
  const { events, blobs, checkpoints } = fenceStores(stores, hold.lost);
  const signal = AbortSignal.any([stops.cancel, stops.pause, stops.leave].map((stop) => stop.signal));
  const { isNotFetched = () => false } = host;
  const waiting = { clock, signal, isNotFetched, onMissing: onCodeMissing };
  // How a run ends that is cancelled or paused is written by the engine too, so these do not end the waiting for it.
  const { runPlan } = await awaitCode(loadEngine, { ...waiting, signal: stops.leave.signal });
  const tools = host.tools(execution);
  try {
    await runPlan({
      ...wishes,
      executionId,
      workflowId,
      plan,
      deps: {
        events,
        blobs,
        checkpoints,
        models: awaitModels(models, waiting),
        tools,
        scripts: host.scripts(execution),
        files: host.files(execution),
        person,
        secretOf,
        clock,
        random,
        catalogue: () => awaitCode(catalogue, waiting),
        tokens: () => awaitCode(tokens, waiting),
      },
      signal: stops.cancel.signal,
      pause: stops.pause.signal,
      leave: stops.leave.signal,
      ...(recording === undefined ? {} : { recording }),
      ...(forkedFrom === undefined ? {} : { forkedFrom }),
    });
  } finally {
    onClosing(tools.close());
  }
}
