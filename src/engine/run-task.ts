import type { Failure } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import type { PlannedTask } from '@/plan/plan';
import { msOfTime } from '@/run/iso-time';
import { at } from '@/run/path';
import { resultFields } from '@/run/result-payload';
import { evaluateExpression } from '@/workflow/expressions/cel';
import type { RunContext } from './attempt';
import { parseOutput } from './handler/parse-output';
import type { Outcome } from './outcome';
import { jittered, judge, type Tries } from './retry';
import { runAttempt } from './run-attempt';
import type { Skip, TaskEnd } from './task-end';
import { type TaskScope, taskScope } from './task-scope';

/** An outcome after which there is no further attempt, and what its failure, if any, counts as. */
interface Final {
  readonly outcome: Outcome;
  readonly attempts: number;
  readonly failureIs: 'skip' | 'fail' | 'continue';
}

/**
 * Runs a task from its condition to its end, and writes down what happens. The wrapping order is that of the language:
 * trigger rule (`skip` is its verdict), condition, retry, the evaluator.
 */
export async function runTask(task: PlannedTask, skip: Skip | undefined, run: RunContext): Promise<TaskEnd> {
  const path = at('', 'task', task.id);
  const scope = taskScope(task, run.plan, run.results);
  const reason = skip ?? ownSkip(task, path, scope, run);
  if (reason !== undefined) return skipTask(task, path, reason, undefined, run);

  let startedAt = run.history.started.get(task.id);
  const onBegin = () => {
    if (startedAt !== undefined) return;
    startedAt = run.deps.clock.now();
    run.log.append({ kind: 'task.started', path, label: task.label, data: { type: task.type } });
  };
  try {
    const final = await attemptUntilFinal(task, path, scope, run, onBegin);
    onBegin();
    return await endTask(task, path, final, scope, run, startedAt ?? run.deps.clock.now());
  } catch (error) {
    if (!run.signal.aborted) throw error;
    if (startedAt !== undefined) run.log.append({ kind: 'task.cancelled', path, data: {} });
    return { status: 'cancelled' };
  }
}

/** What of the task itself keeps it from running. A task that has started is past this: its condition held then. */
function ownSkip(task: PlannedTask, path: string, scope: TaskScope, run: RunContext): Skip | undefined {
  if (task.disabled) return { status: 'skipped', reason: 'disabled' };
  if (task.condition === undefined || run.history.started.has(task.id)) return undefined;
  const held = evaluateExpression(task.condition, scope.names());
  if (held.ok && held.value === true) return undefined;
  if (!held.ok) warn(path, `The condition counts as false: ${held.error.message}`, run);
  else if (held.value !== false) warn(path, 'The condition counts as false: it is neither true nor false.', run);
  return { status: 'skipped', reason: 'condition' };
}

async function attemptUntilFinal(
  task: PlannedTask,
  path: string,
  scope: TaskScope,
  run: RunContext,
  onBegin: () => void,
): Promise<Final> {
  const { clock } = run.deps;
  const given = run.history.retries.get(task.id) ?? [];
  let tries: Tries = {
    transport: given.filter(({ data }) => data.transport).length,
    own: given.filter(({ data }) => !data.transport).length,
  };
  const last = given.at(-1);
  const leftMs = last === undefined ? 0 : msOfTime(last.t) + last.data.delayMs - clock.now();
  if (leftMs > 0) await clock.sleep(leftMs, run.signal);

  for (;;) {
    const number = tries.transport + tries.own + 1;
    const outcome = await runAttempt(task, number, scope, run, onBegin);
    if (outcome.failure === undefined) return { outcome, attempts: number, failureIs: 'fail' };
    const verdict = judge(outcome.failure, task.retry, tries);
    if (verdict.next !== 'retry') return { outcome, attempts: number, failureIs: verdict.next };

    const { transport } = verdict;
    const delayMs = verdict.jitter ? jittered(verdict.delayMs, await draw(path, number, run)) : verdict.delayMs;
    const data = { attempt: number + 1, delayMs, transport };
    onBegin();
    await run.log.append({ kind: 'task.retrying', path, error: outcome.failure, data });
    await clock.sleep(delayMs, run.signal);
    tries = transport ? { ...tries, transport: tries.transport + 1 } : { ...tries, own: tries.own + 1 };
  }
}

/** A recorded random number, so that a replay waits as long as the run did. */
async function draw(path: string, attempt: number, run: RunContext): Promise<number> {
  const step = { kind: 'effect.recorded', key: at(path, 'wait', attempt), inputHash: '' } as const;
  const { data } = await run.journal.step(step, async () => ({
    text: '',
    data: { effect: 'random', value: run.deps.random() },
  }));
  return data.value as number;
}

async function endTask(
  task: PlannedTask,
  path: string,
  { outcome, attempts, failureIs }: Final,
  scope: TaskScope,
  run: RunContext,
  startedAt: number,
): Promise<TaskEnd> {
  const { failure, content, notes } = outcome;
  const ended = {
    attempts,
    usage: run.journal.usageOf(task.id),
    durationMs: run.deps.clock.now() - startedAt,
  };
  if (failure !== undefined && failureIs === 'skip') {
    return skipTask(task, path, { status: 'skipped', reason: 'on_error' }, failure, run);
  }
  if (failure !== undefined && failureIs === 'fail') {
    run.log.append({ kind: 'task.failed', path, error: failure, data: ended });
    return { status: 'failed' };
  }

  const status = failure === undefined ? 'COMPLETE' : 'FAILED';
  const output = parseOutput(content, task.outputSchema);
  const returns = evaluateReturns(task, path, () => ({ ...scope.names(), content, output, status }), run);
  const result = resultFields(await run.journal.payload(content));
  const artifact = task.output === undefined ? {} : { artifact: task.output };
  const data = { status, ...artifact, returns, notes, ...ended } as const;
  run.results.complete(task, content, data);
  run.log.append({
    kind: 'task.completed',
    path,
    ...result,
    ...(failure === undefined ? {} : { error: failure }),
    data,
  });
  return { status: 'completed' };
}

/** What the task binds for later ones. An expression that fails gives null, with a warning. */
function evaluateReturns(task: PlannedTask, path: string, names: () => JsonObject, run: RunContext): JsonObject {
  const returns: Record<string, Json> = {};
  for (const [name, source] of Object.entries(task.returns)) {
    const value = evaluateExpression(source, names());
    if (!value.ok) warn(path, `${name} is null: ${value.error.message}`, run);
    returns[name] = value.ok ? value.value : null;
  }
  return returns;
}

function skipTask(task: PlannedTask, path: string, skip: Skip, error: Failure | undefined, run: RunContext): TaskEnd {
  const { status: _status, ...data } = skip;
  run.results.skip(task);
  run.log.append({ kind: 'task.skipped', path, ...(error === undefined ? {} : { error }), data });
  return skip;
}

function warn(path: string, message: string, run: RunContext): void {
  run.log.append({ kind: 'resource.warning', path, data: { message } });
}
