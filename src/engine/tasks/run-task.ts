import { computeUtf8Length } from '@/base/bytes';
import { defined } from '@/base/defined';
import type { Failure } from '@/base/errors';
import type { Json, JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { PlannedTask } from '@/plan/plan';
import type { EventDraft } from '@/run/events';
import { parseIsoTime } from '@/run/iso-time';
import { appendStep, type JournalPath } from '@/run/journal-path';
import { buildResultFields } from '@/run/result-payload';
import { evaluateExpression } from '@/workflow/expressions/cel';
import { collectExpressionNames, createScope } from '@/workflow/expressions/environment';
import type { Frame, RunContext } from '../attempt';
import { readWholeContent } from '../capture/whole';
import { collectExpressionWords, openVariables, replaceViewsByWholes } from '../capture/with-wholes';
import { retryOrDecompose } from '../decompose/retry-or-decompose';
import { addSlotNames } from '../director/with-slots';
import { Meter } from '../effects/meter';
import { computeWorkedMs } from '../effects/time-worked';
import { parseOutput } from '../handler/parse-output';
import { endWith, findTaskOrder, restoreTaskEnd } from '../log/restore-end';
import { warnFollowers } from '../log/tell';
import type { Completed, Skip, TaskEnd } from '../task-end';
import { evaluateTaskInputs } from './create-attempt';
import { isExpressionTrue } from './holds';
import type { Final, TaskExecution } from './retry-task';
import { runLoop } from './run-loop';

type EndDraft = Extract<EventDraft, { kind: 'task.completed' | 'task.failed' }>;

/**
 * Runs a task from its condition to its end, and records what happens. The order of wrapping is that of the language:
 * trigger rule (`skip` is its verdict), condition, loop, retry, then voting, best of and the evaluator, then
 * decomposition. A task that an earlier process of the run ended is not run again.
 */
export async function runTask(task: PlannedTask, outer: Frame, skip?: Skip): Promise<TaskEnd> {
  const { part } = outer.run;
  const path = appendStep(outer.path, 'task', task.id);
  const looked = outer.run.watch?.task(task, path, outer);
  if (looked !== undefined) await looked;
  if (part.isLeft(path)) return runChosen(task, path, outer, notChosen);
  const stop = part.stopOf(path);
  const frame = stop === undefined ? outer : { ...outer, signal: AbortSignal.any([outer.signal, stop]) };
  const end = await runChosen(task, path, frame, skip);
  part.ended(path);
  return end;
}

const notChosen: Skip = { status: 'skipped', reason: 'not_chosen' };

async function runChosen(
  planned: PlannedTask,
  path: JournalPath,
  outer: Frame,
  skip: Skip | undefined,
): Promise<TaskEnd> {
  const content = await outer.run.recording?.written?.('output', path);
  // What a person wrote in place of an output is given as a pinned output is.
  const task = content === undefined ? planned : { ...planned, pinned: { content, isWritten: true as const } };
  const frame = addSlotNames(task, outer);
  const { run } = frame;
  run.histories?.place(task, path, frame.path);
  const ended = run.history.ended.get(path);
  if (ended !== undefined) {
    frame.meter.add(ended.data.usage ?? null);
    await run.breakpoints.after(task, path, frame);
    return restoreTaskEnd(ended, task, run);
  }
  const opened = openVariables(task, frame.environment, run);
  const before = opened instanceof Promise ? await opened : opened;
  const reason = skip ?? (await findOwnSkip(task, path, before, frame));
  if (reason !== undefined) return skipTask(path, reason, undefined, frame);

  const meter = new Meter(path, frame.meter, task.budget);
  const started = run.history.started.get(path);
  let startedAt = started && parseIsoTime(started.t);
  let idleBefore = run.slots.idleMs;
  const execution: TaskExecution = {
    task,
    frame: { ...frame, meter },
    base: path,
    before,
    onBegin: (parts) => {
      if (startedAt !== undefined) return;
      startedAt = run.deps.clock.now();
      idleBefore = run.slots.idleMs;
      run.open.add(path);
      const named = task.type === 'pipeline' ? { pipeline: task.pipelineId ?? task.id } : {};
      const data = { type: task.type, ...defined({ parts }) };
      run.log.append({ kind: 'task.started', path, ...named, label: task.label, data });
    },
  };
  try {
    if (started === undefined) await run.breakpoints.before(task, path, frame);
    const final =
      task.loop === undefined || task.pinned !== undefined
        ? await retryOrDecompose(execution)
        : await runLoop(task.loop, execution);
    execution.onBegin();
    const idleMs = run.slots.idleMs - idleBefore;
    const durationMs = computeWorkedMs(run.deps.clock, startedAt ?? run.deps.clock.now(), { gaps: run.gaps, idleMs });
    const end = await endTask(final, path, execution, durationMs);
    await run.breakpoints.after(task, path, frame);
    return end;
  } catch (error) {
    if (!frame.signal.aborted) throw error;
    // The chosen tasks in it have ended.
    if (!run.signal.aborted && run.part.stopOf(path)?.aborted)
      return skipTask(path, notChosen, undefined, execution.frame);
    // When the whole run stops, `run-plan` records the open tasks. Here, only this task was stopped.
    if (!run.signal.aborted && run.open.delete(path)) run.log.append({ kind: 'task.cancelled', path, data: {} });
    return { status: 'cancelled' };
  }
}

/** A reason in the task itself not to run it. A task that has started is past this: its condition was true then. */
async function findOwnSkip(
  task: PlannedTask,
  path: JournalPath,
  before: TaskExecution['before'],
  { run }: Frame,
): Promise<Skip | undefined> {
  if (task.disabled) return { status: 'skipped', reason: 'disabled' };
  if (task.condition === undefined || run.history.started.has(path)) return undefined;
  const inputs = await evaluateTaskInputs(task, before, run);
  const seen = inputs.ok ? createScope('inputs', inputs.value, before) : before;
  const names = collectExpressionNames(await replaceViewsByWholes(seen, collectExpressionWords([task.condition]), run));
  if (
    isExpressionTrue(task.condition, names, (why) => warnFollowers(run, path, `The condition counts as false: ${why}`))
  )
    return undefined;
  return { status: 'skipped', reason: 'condition' };
}

async function endTask(
  final: Final,
  path: JournalPath,
  execution: TaskExecution,
  durationMs: number,
): Promise<TaskEnd> {
  const { task, frame } = execution;
  const { run } = frame;
  const { outcome, attempts, failureIs, environment } = final;
  const { failure, content, notes, skip, continuation, capture, transcript } = outcome;
  if (failure !== undefined && failureIs === 'skip') {
    return skipTask(path, { status: 'skipped', reason: 'on_error' }, failure, frame);
  }
  if (skip !== undefined && failure === undefined) return skipTask(path, skip, undefined, frame);

  const result = await run.journal.payload(content);
  const savedTranscript = transcript && run.histories && (await run.journal.payload(encodeJson(transcript)));
  const { usage } = frame.meter;
  run.open.delete(path);
  if (failure !== undefined && failureIs === 'fail') {
    const data = { notes, attempts, usage, durationMs };
    return logEnd(
      { kind: 'task.failed', path, error: failure, data, ...buildResultFields(result) },
      task,
      content,
      run,
    );
  }

  const kind = 'task.completed' as const;
  const status = failure !== undefined ? 'FAILED' : continuation === undefined ? 'COMPLETE' : 'CONTINUATION';
  const names = async () => {
    const whole = await readWholeContent(outcome, run);
    const output = parseOutput(whole, task.outputSchema);
    const scope = await replaceViewsByWholes(environment, collectExpressionWords(Object.values(task.returns)), run);
    return { ...collectExpressionNames(scope), content: whole, output, status };
  };
  const data = {
    status,
    ...defined({ artifact: task.output }),
    ...(task.pinned !== undefined &&
      ('isWritten' in task.pinned ? { written: true as const } : { pinned: true as const })),
    ...defined({ capture }),
    bytes: capture?.bytes ?? computeUtf8Length(content),
    returns: Object.keys(task.returns).length === 0 ? {} : await evaluateReturns(task, path, names, frame),
    notes,
    attempts,
    usage,
    durationMs,
    ...defined({ transcript: savedTranscript }),
    ...(continuation && { continuation: continuation as unknown as JsonObject }),
  } as const;
  const event = failure === undefined ? { kind, path, data } : { kind, path, error: failure, data };
  return logEnd({ ...event, ...buildResultFields(result) }, task, content, run);
}

/** Appends the event that ends a task, and returns the end. */
function logEnd(event: EndDraft, task: PlannedTask, content: string, run: RunContext): TaskEnd {
  run.log.append(event);
  const when = readEndMoment(run, event);
  run.histories?.add(event, when.seq);
  return endWith(event, task, content, when);
}

/** The order and the time of a task's end, read right after the log took its event. */
function readEndMoment(run: RunContext, event: EndDraft): Pick<Completed, 'seq' | 'endedAt'> {
  return { seq: findTaskOrder(run, event, run.log.lastSeq), endedAt: run.log.lastTime };
}

/** The values that the task binds for later ones. An expression that fails gives null, with a warning. */
async function evaluateReturns(
  task: PlannedTask,
  path: JournalPath,
  namesOf: () => Promise<JsonObject>,
  { run }: Frame,
): Promise<JsonObject> {
  const returns: Record<string, Json> = {};
  const names = await namesOf();
  for (const [name, source] of Object.entries(task.returns)) {
    const value = evaluateExpression(source, names);
    if (!value.ok) warnFollowers(run, path, `${name} is null: ${value.error.message}`);
    returns[name] = value.ok ? value.value : null;
  }
  return returns;
}

function skipTask(path: JournalPath, skip: Skip, error: Failure | undefined, { run, meter }: Frame): TaskEnd {
  const { status: _status, ...why } = skip;
  const { usage } = meter;
  const data = { ...why, ...(meter.path !== path || usage === null ? {} : { usage }) };
  run.open.delete(path);
  run.log.append({ kind: 'task.skipped', path, ...defined({ error }), data });
  return skip;
}
