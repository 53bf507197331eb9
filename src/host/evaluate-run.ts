import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import { createAnewRecording } from '@/engine/log/anew-recording';
import type { Recording } from '@/engine/log/recording';
import type { Person } from '@/engine/ports/person';
import type { RunPlanOptions } from '@/engine/run-plan';
import { isWishedAnew } from './asked-anew';
import { awaitCode } from './await-code';
import { awaitModels } from './await-models';
import { fenceStores, findLoss } from './fence-stores';
import { hideTestFiles } from './hide-files';
import type { EquippedHost } from './host-options';
import type { TakenRun } from './ownership';
import { readForkRecording } from './recording-of-fork';

/** The ways to stop a run. */
export type Stops = { readonly [K in 'cancel' | 'pause' | 'leave']: AbortController };

/** A run to evaluate, with the callbacks that follow it. */
export interface Evaluation
  extends TakenRun,
    Pick<RunPlanOptions, 'onEvents' | 'onDelta' | 'onWaits' | 'onStorageFull' | 'onOpen' | 'instead'> {
  readonly stops: Stops;
  readonly person: Person;
  /** Recorded effects to reuse where they are the same; left out: a fork reuses those of the run it was forked from. */
  readonly recording?: Recording | undefined;
  /** Called with a failure when code that the run needs cannot be fetched, and without one once it is loaded. */
  readonly onCodeMissing: (failure?: Failure) => void;
  /** Called when the run closes its tools; the promise resolves when their connections are closed. */
  readonly onClosing: (closed: Promise<void>) => void;
}

/** How often a run is started in all, if a process that had already lost it still wrote to its log. */
const maxStarts = 3;

/** Loads the engine. A process that runs nothing does not need it. */
export const loadEngine = () => import('./engine-code');

/** Evaluates a run until it ends or is stopped. Errors: those of `runPlan`, and those recognised by `findLoss`. */
export async function evaluateRun(options: EquippedHost, evaluation: Evaluation): Promise<void> {
  const { execution, hold, stops } = evaluation;
  const lose = () => stops.leave.abort();
  if (hold.lost.aborted) lose();
  hold.lost.addEventListener('abort', lose, { once: true });
  for (let starts = 1; ; starts += 1) {
    try {
      return await evaluateWith(options, evaluation);
    } catch (error) {
      if (findLoss(error) !== 'taken' || starts === maxStarts) throw error;
      // The notice that this process lost the run may arrive only during this call.
      const holder = await options.locks.holder(execution.id);
      if (holder === undefined || hold.lost.aborted) throw error;
    }
  }
}

async function evaluateWith(
  { stores, clock, random, models, openRunSecrets, catalogue, tokens, callBook, ...host }: EquippedHost,
  { execution, hold, stops, person, recording: given, onCodeMissing, onClosing, ...wishes }: Evaluation,
): Promise<void> {
  const { id: executionId, workflowId, plan, forkedFrom } = execution;
  const found = given ?? (await readForkRecording(stores, execution));
  const recording =
    found === undefined || plan.reuse?.anew === undefined
      ? found
      : createAnewRecording(found, (path) => isWishedAnew(plan, path));
  const calls = callBook.open(execution);
  const { events, blobs, checkpoints } = fenceStores(stores, hold.lost);
  const signal = AbortSignal.any([stops.cancel, stops.pause, stops.leave].map((stop) => stop.signal));
  const { isNotFetched = () => false } = host;
  const waiting = { clock, signal, isNotFetched, onMissing: onCodeMissing };
  // The engine also writes the end of a cancelled or paused run, so only `leave` ends the wait for its code.
  const engine = await awaitCode(loadEngine, { ...waiting, signal: stops.leave.signal });
  const dry = plan.isDry ? engine : undefined;
  const secretOf = await openRunSecrets(execution);
  const tools = dry?.simulatedTools ?? host.tools(execution);
  const files = hideTestFiles(host.files(execution), plan);
  try {
    await engine.runPlan({
      ...wishes,
      onEvents: (batch) => {
        calls.follow(batch);
        wishes.onEvents(batch);
      },
      executionId,
      workflowId,
      plan,
      deps: {
        events,
        blobs,
        checkpoints,
        answers: calls.answers,
        models: awaitModels(models, waiting),
        tools,
        ...(dry?.createDryEffects(plan, { files }) ?? { scripts: host.scripts(execution), files }),
        person: dry !== undefined && host.person === undefined ? dry.addSimulatedAnswers(person) : person,
        // A dry run sends nothing, so it needs no secret and asks nobody.
        secretOf: (name, target) => (dry === undefined ? secretOf(name, target) : `secret-${name}-of-a-dry-run`),
        clock,
        random,
        catalogue: () => awaitCode(catalogue, waiting),
        tokens: (models) => awaitCode(() => tokens(models), waiting),
      },
      signal: stops.cancel.signal,
      pause: stops.pause.signal,
      leave: stops.leave.signal,
      ...defined({ recording, forkedFrom }),
    });
    // What is not in the index yet is found in the log later: a store that is away is not waited for.
    await calls.close().catch(() => undefined);
  } finally {
    onClosing(tools.close());
  }
}
