import { defined } from '@/base/defined';
import type { Json, JsonObject } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import type { PromptPart } from '@/plan/message';
import type { PlannedLoop, PlannedLoopState, PlannedTask } from '@/plan/plan';
import { appendStep, type JournalPath } from '@/run/journal-path';
import { evaluateExpression } from '@/workflow/expressions/cel';
import { collectExpressionNames, createScope, markAsView } from '@/workflow/expressions/environment';
import type { Frame, RunContext } from '../attempt';
import { readWholeContent } from '../capture/whole';
import { collectExpressionWords, openVariables, replaceViewsByWholes } from '../capture/with-wholes';
import { retryOrDecompose } from '../decompose/retry-or-decompose';
import { Meter } from '../effects/meter';
import { parseOutput } from '../handler/parse-output';
import { logIteration, startIterationTimer } from '../iterations/log-iteration';
import { warnFollowers } from '../log/tell';
import { isExpressionTrue } from './holds';
import { LoopSoFar, shownLength } from './loop-so-far';
import type { Final, TaskExecution } from './retry-task';

/**
 * Runs a task repeatedly. The result is that of the last round. A round that fails for good ends the loop. A `while`
 * that is false from the start skips the task. At `max_iterations` the loop ends with its last result and a warning. A
 * resumed loop continues with the last recorded round, and repeats none of it.
 */
export async function runLoop(loop: PlannedLoop, execution: TaskExecution): Promise<Final> {
  const { task, frame, base } = execution;
  const { run } = frame;
  const maxRounds = loop.type === 'repeat' ? loop.count : loop.maxIterations;
  const doubt = (why: string) => warnFollowers(run, base, `The condition of the loop counts as false: ${why}`);
  const soFar = new LoopSoFar(task, loop);
  const cursor = run.history.loops.get(base);
  if (cursor !== undefined) {
    frame.meter.add(cursor.usage);
    await soFar.restore(cursor, run.journal);
  }
  const { outcomes } = soFar;
  let final: Final | undefined;

  for (let iteration = cursor?.latest.data.n ?? 1; iteration <= maxRounds; iteration++) {
    const { last, whole, state } = soFar;
    const names = { iteration, last, ...defined({ state }) };
    const given = markAsView(createScope('given', names, frame.environment), 'last', whole);
    const opened = openVariables(task, given, run);
    const before = opened instanceof Promise ? await opened : opened;
    if (loop.type === 'while') {
      const seen = await replaceViewsByWholes(before, collectExpressionWords([loop.condition]), run);
      if (!isExpressionTrue(loop.condition, collectExpressionNames(seen), doubt))
        return final ?? buildSkippedFinal(before);
    }

    const path = appendStep(base, 'iter', iteration);
    const meter = new Meter(path, frame.meter);
    const timer = startIterationTimer(run, path);
    const inside = { ...frame, meter, ...tellProgress(loop.progress, outcomes, iteration, frame) };
    final = await retryOrDecompose({ ...execution, base: path, before, frame: inside });
    const { outcome } = final;
    const within = appendStep(path, 'attempt', final.attempts);
    const ends = outcome.failure !== undefined && final.failureIs !== 'continue';
    const next =
      ends || loop.state === undefined ? undefined : await computeStateAfter(loop.state, final, task, path, run);
    const round = { of: 'loop', path, n: iteration, task, outcome, within, state: next, timer } as const;
    await logIteration(run, { ...round, usage: meter.usage });
    if (ends) return addPartialOutputs(final, outcomes);

    soFar.add(outcome, next);
    if (loop.type !== 'until') continue;
    const own = await collectOwnNames(final, task, [loop.condition], run);
    if (isExpressionTrue(loop.condition, next === undefined ? own : { ...own, state: next }, doubt)) return final;
  }
  if (loop.type !== 'repeat')
    warnFollowers(
      run,
      base,
      `The loop ended after ${maxRounds} rounds, the most allowed, before its condition was met.`,
    );
  return final ?? buildSkippedFinal(execution.before);
}

/** The state that a round hands on. An expression that fails gives null, with a warning. */
async function computeStateAfter(
  { next }: PlannedLoopState,
  final: Final,
  task: PlannedTask,
  path: JournalPath,
  run: RunContext,
): Promise<JsonObject> {
  const names = await collectOwnNames(final, task, Object.values(next), run);
  const values = Object.entries(next).map(([name, source]): [string, Json] => {
    const value = evaluateExpression(source, names);
    if (!value.ok) warnFollowers(run, path, `state.${name} is null: ${value.error.message}`);
    return [name, value.ok ? value.value : null];
  });
  return Object.fromEntries(values);
}

/** The names for `until` and the state: those that the round could use, and the whole output of the round. */
async function collectOwnNames(
  { outcome, environment }: Final,
  task: PlannedTask,
  sources: readonly string[],
  run: RunContext,
): Promise<JsonObject> {
  const content = await readWholeContent(outcome, run);
  const output = parseOutput(content, task.outputSchema);
  const status = outcome.failure === undefined ? 'COMPLETE' : 'FAILED';
  const scope = await replaceViewsByWholes(environment, collectExpressionWords(sources), run);
  return { ...collectExpressionNames(scope), output, content, status };
}

function buildSkippedFinal(environment: Final['environment']): Final {
  const outcome = { content: '', notes: {}, skip: { status: 'skipped', reason: 'condition' } } as const;
  return { outcome, attempts: 0, failureIs: 'fail', environment };
}

/** Adds the outputs of the earlier rounds, and what the failed round had done, to the notes. */
function addPartialOutputs(final: Final, outcomes: readonly string[]): Final {
  if (outcomes.length === 0) return final;
  const { partial_results: last, ...others } = final.outcome.notes;
  const rounds = outcomes.map((text) => cutToStart(text, shownLength));
  const notes: JsonObject = { ...others, partial_results: last === undefined ? rounds : [...rounds, last] };
  return { ...final, outcome: { ...final.outcome, notes } };
}

/** Tells a round the outputs of the last ones, shortened. */
function tellProgress(
  progress: PlannedLoop['progress'],
  outcomes: readonly string[],
  iteration: number,
  { progress: outer }: Frame,
): Partial<Frame> {
  if (progress === undefined || outcomes.length === 0) return {};
  const shown = outcomes.slice(-progress.iterations);
  const first = iteration - shown.length;
  const lines = shown.map(
    (text, index) => `<iteration n="${first + index}">\n${cutToStart(text, progress.chars)}\n</iteration>`,
  );
  const part: PromptPart = { kind: 'progress', text: `<progress>\n${lines.join('\n')}\n</progress>`, from: [] };
  return { progress: [...outer, part] };
}
