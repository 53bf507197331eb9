import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import type { Json } from '@/base/json';
import { readInputName } from '@/plan/assemble-prompt';
import type { PlannedTask } from '@/plan/plan';
import { parseIsoTime } from '@/run/iso-time';
import { appendStep, type JournalPath } from '@/run/journal-path';
import type { Environment } from '@/workflow/expressions/environment';
import type { Attempt, ContextSource, Frame } from '../attempt';
import { captureContent } from '../capture/capture-content';
import { computeElapsedMs } from '../effects/elapsed';
import { Meter } from '../effects/meter';
import { addJitter, buildPatience, decideRetry, type Tries } from '../effects/retry';
import { prepareIterationLog, startIterationTimer } from '../iterations/log-iteration';
import { isNotHeld } from '../log/journal';
import { buildFailedOutcome, buildPartFailure, type Outcome } from '../outcome';
import type { AttemptOptions } from './attempt-options';
import { makeAndUseAttempt } from './create-attempt';
import { evaluateTask } from './evaluate-task';
import { LeftOver } from './left-over';

/** A task, or one round of its loop, at its path in the run. */
export interface TaskExecution {
  readonly task: PlannedTask;
  readonly frame: Frame;
  readonly base: JournalPath;
  /** The scopes of the task without its inputs. */
  readonly before: Environment;
  /** Called before anything is done; may be called any number of times. `parts`: see {@link Attempt.started}. */
  readonly onBegin: (parts?: number) => void;
}

/** The outcome after the last attempt, and what its failure, if any, counts as. */
export interface Final {
  readonly outcome: Outcome;
  readonly attempts: number;
  readonly failureIs: 'skip' | 'fail' | 'continue';
  /** The names that the last attempt saw. */
  readonly environment: Environment;
}

/** Attempts a task until it has a result or its policy gives up. */
export async function retryUntilFinal(execution: TaskExecution): Promise<Final> {
  const { task, frame, base, onBegin } = execution;
  const { run, signal } = frame;
  const { clock } = run.deps;
  const before = run.history.retries.get(base) ?? [];
  const given = before.filter(({ taken }) => taken === undefined);
  let tries: Tries = {
    transport: given.filter(({ data }) => data.transport).length,
    own: given.filter(({ data }) => !data.transport).length,
  };
  const last = given.at(-1);
  if (last !== undefined) {
    // The usage of the attempts before this process is only in the log.
    frame.meter.add(last.data.usage ?? null);
    // The rest of the wait is never longer than the whole, even if the clock was set meanwhile.
    const leftMs = last.data.delayMs - computeElapsedMs(clock, parseIsoTime(last.t));
    if (leftMs > 0) await clock.sleep(leftMs, signal);
  }

  const left = new LeftOver();
  /** Attempts of the recorded run that got no answer: the answer is recorded under the attempt after them. */
  let unanswered = before.length - given.length;
  for (;;) {
    let number = tries.transport + tries.own + unanswered + 1;
    while (run.recording?.unanswered !== undefined && task.type === 'atomic' && given.length === 0) {
      const event = await run.recording.unanswered(base, number);
      if (event === undefined) break;
      await runPassedInputs(execution, number, left);
      unanswered += 1;
      number += 1;
      onBegin();
      // So that a fork of this run passes over it too.
      const { error, taken = { seq: event.seq } } = event;
      const data = { ...event.data, delayMs: 0, usage: null };
      run.log.append({ kind: 'task.retrying', path: base, ...defined({ error }), taken, data });
    }
    const path = appendStep(base, 'attempt', number);
    const meter = new Meter(path, frame.meter);
    const timer = startIterationTimer(run, path);
    const { outcome, environment } = await tryTaskOnce(execution, { ...frame, meter }, number, left);
    const { failure } = outcome;
    if (failure === undefined) return { outcome, attempts: number, failureIs: 'fail', environment };
    if (isNotHeld(failure)) return { outcome, attempts: number, failureIs: 'fail', environment };
    const verdict = decideRetry(failure, buildPatience(task), tries);
    if (verdict.next !== 'retry') return { outcome, attempts: number, failureIs: verdict.next, environment };

    const { transport } = verdict;
    const delayMs = verdict.jitter
      ? addJitter(verdict.delayMs, await drawRandomNumber(base, number, frame))
      : verdict.delayMs;
    const data = { attempt: number + 1, delayMs, transport, usage: frame.meter.usage };
    const attempted = { of: 'retry', path, n: number, task, outcome, within: path, usage: meter.usage, timer } as const;
    const logAttempt = await prepareIterationLog(run, attempted);
    onBegin();
    // In the same write as the event that follows: an attempt that is logged is never made again.
    logAttempt();
    await run.log.append({ kind: 'task.retrying', path: base, error: failure, data });
    await clock.sleep(delayMs, signal);
    tries = transport ? { ...tries, transport: tries.transport + 1 } : { ...tries, own: tries.own + 1 };
  }
}

interface Attempted {
  readonly outcome: Outcome;
  readonly environment: Environment;
}

/**
 * Makes one attempt. Its errors become the failure of the outcome, except those that {@link buildFailedOutcome}
 * rethrows.
 */
async function tryTaskOnce(
  { task, base, before, onBegin }: TaskExecution,
  frame: Frame,
  number: number,
  left: LeftOver,
): Promise<Attempted> {
  let environment = before;
  try {
    if (frame.signal.aborted) throw createCancelledError('The run');
    const options: AttemptOptions = { task, frame, number, base, before, given: {}, left, onBegin };
    return await makeAndUseAttempt(
      task.inputTasks.length === 0 || task.pinned !== undefined ? options : await addInputResults(task, options),
      async (attempt) => {
        frame.run.watch?.attempt(base, attempt);
        const outcome = await captureContent(task, await evaluateTask(task, attempt), attempt);
        // Read only now: the evaluator is to report an input without a value.
        environment = attempt.environment;
        if (outcome.failure === undefined) frame.run.ending.get(base)?.();
        return { outcome, environment };
      },
    );
  } catch (error) {
    return { outcome: buildFailedOutcome(error, frame.signal), environment };
  }
}

/**
 * Runs the inputs that had completed in an attempt that is passed over: it leaves them to the attempt after it, as it
 * did in the recorded run. One that fails now is run again by that attempt.
 */
async function runPassedInputs(
  { task, frame, base, before, onBegin }: TaskExecution,
  number: number,
  left: LeftOver,
): Promise<void> {
  const path = appendStep(base, 'attempt', number);
  const isCompleted = ({ id }: PlannedTask) =>
    frame.run.recording?.completed(appendStep(path, 'task', id)) !== undefined;
  const inputTasks = task.inputTasks.filter(isCompleted);
  if (inputTasks.length === 0 || task.pinned !== undefined) return;
  // What is left is kept even where the task may be tried only once by now.
  const retry = { ...task.retry, maxRetries: Math.max(1, task.retry.maxRetries) };
  const passed = { ...task, inputTasks, retry };
  const metered = { ...frame, meter: new Meter(path, frame.meter) };
  try {
    await addInputResults(passed, { task: passed, frame: metered, number, base, before, given: {}, left, onBegin });
  } catch (error) {
    buildFailedOutcome(error, frame.signal);
  }
}

/** The options with the results of the inputs that are tasks. What is found for them is kept for the task itself. */
async function addInputResults(task: PlannedTask, options: AttemptOptions): Promise<AttemptOptions> {
  const shared = { ...options, made: new Map() };
  return { ...shared, given: await makeAndUseAttempt(shared, (attempt) => runInputs(task, attempt, shared)) };
}

/**
 * What the inputs of a task are told: what the task itself is told. It is chosen once, for the task, which may ask a
 * model for that; an input that is ready gives its slot to that question, because there may be no other.
 */
function buildHolderContext(task: PlannedTask, holder: Attempt, options: AttemptOptions): ContextSource {
  return (_input, own, room) =>
    own.aside(() =>
      holder.once('context of inputs', () =>
        makeAndUseAttempt(options, (asking) => holder.frame.context(task, asking, room)),
      ),
    );
}

/** Runs the inputs that are tasks, all at once. Resolves to their results by name. */
async function runInputs(
  task: PlannedTask,
  attempt: Attempt,
  options: AttemptOptions,
): Promise<Readonly<Record<string, Json>>> {
  const { frame, before: environment } = attempt;
  const context = buildHolderContext(task, attempt, options);
  const told = { environment, context, previous: () => frame.previous(task), givenNames: frame.givenNames };
  const ends = await Promise.all(task.inputTasks.map((input) => attempt.part(input, told)));
  const values: Record<string, Json> = {};
  for (const [index, input] of task.inputTasks.entries()) {
    const end = ends[index];
    if (end === undefined || end.status === 'cancelled') throw createCancelledError('The run');
    if (end.status === 'failed') {
      const failure = buildPartFailure(input, end);
      throw new AppError(failure.code, failure.message, failure);
    }
    values[readInputName(input.id)] = end.status === 'completed' ? end.record.output : null;
  }
  return values;
}

/** A recorded random number, so that a replay waits as long as the run did. */
async function drawRandomNumber(base: JournalPath, attempt: number, { run }: Frame): Promise<number> {
  const step = { kind: 'effect.recorded', key: appendStep(base, 'wait', attempt), inputHash: '' } as const;
  const { data } = await run.journal.step(step, async () => ({
    text: '',
    data: { effect: 'random', value: run.deps.random() },
  }));
  return data.value as number;
}
