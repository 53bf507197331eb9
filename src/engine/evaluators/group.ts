import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { PlannedOf } from '@/plan/plan';
import { appendStep } from '@/run/journal-path';
import type { Attempt, Evaluate } from '../attempt';
import { GraphScope } from '../context/graph-scope';
import { computeRoomBeside } from '../context/room-beside';
import { stepContext } from '../context/step-context';
import { createChildAbort } from '../effects/child-abort';
import { buildPartFailure, buildPartOutcome, type Outcome } from '../outcome';
import type { Failed, TaskEnd } from '../task-end';
import { Results } from '../tasks/results';
import { runGraph } from '../tasks/run-graph';

/**
 * A nested graph. With `all` the result maps ids to outputs; with `any` it is that of the first task that completes.
 */
export const evaluateGroup: Evaluate<'group'> = async (task, attempt) => {
  attempt.started(task.tasks.length);
  return task.completionMode === 'any' ? runUntilFirstPart(task, attempt) : runAllParts(task, attempt);
};

async function runAllParts(task: PlannedOf<'group'>, attempt: Attempt): Promise<Outcome> {
  const ends = await runParts(task, attempt, attempt.signal, () => undefined);
  if (ends.some((end) => end === undefined || end.status === 'cancelled')) throw createCancelledError('The run');
  const outputs: Record<string, Json> = {};
  for (const [index, { id }] of task.tasks.entries()) {
    const end = ends[index];
    if (end?.status === 'completed') outputs[id] = end.record.output;
  }
  const failed = findFirstFailed(task, ends);
  if (failed !== undefined) return { content: '', notes: { partial_results: outputs }, failure: failed };
  if (task.tasks.length > 0 && ends.every((end) => end?.status === 'skipped')) return skipped;
  return { content: encodeJson(outputs), notes: {} };
}

/** The first task to complete is recorded, so that the choice stays the same each time the run is resumed. */
async function runUntilFirstPart(task: PlannedOf<'group'>, attempt: Attempt): Promise<Outcome> {
  const { run, path, signal } = attempt;
  const step = { kind: 'effect.recorded', key: appendStep(path, 'choice', 'any'), inputHash: '' } as const;
  const known = run.history.steps.get(step.key);
  const rest = createChildAbort(signal);
  let first: string | undefined;
  const onEnd = (id: string, end: TaskEnd) => {
    if (end.status !== 'completed' || first !== undefined) return;
    first = known?.kind === 'effect.recorded' ? String(known.data.value) : id;
    rest.abort();
  };
  const ends = await runParts(task, attempt, rest.signal, onEnd).finally(rest.release);
  if (signal.aborted) throw createCancelledError('The run');

  if (first === undefined) {
    const failed = findFirstFailed(task, ends);
    return failed === undefined ? skipped : { content: '', notes: {}, failure: failed };
  }
  const { data } = await run.journal.step(step, async () => ({
    text: '',
    data: { effect: 'choice', value: first ?? '' },
  }));
  const index = task.tasks.findIndex(({ id }) => id === data.value);
  const winner = task.tasks[index];
  const end = ends[index];
  if (winner === undefined || end === undefined) throw createCancelledError('The run');
  return buildPartOutcome(winner, end);
}

const skipped: Outcome = { content: '', notes: {}, skip: { status: 'skipped', reason: 'parts_skipped' } };

function runParts(
  task: PlannedOf<'group'>,
  attempt: Attempt,
  signal: AbortSignal,
  onEnd: (id: string, end: TaskEnd) => void,
): Promise<readonly (TaskEnd | undefined)[]> {
  const results = new Results(task, attempt.environment);
  const { context } = stepContext(task, attempt);
  const { run, path, environment: outer } = attempt;
  const scope = new GraphScope({ run, graph: task, path, outer, cleanup: task.limits.cleanup });
  return runGraph(
    task,
    results,
    scope,
    async (part, skip) => {
      const end = await attempt.part(part, {
        environment: results.environment,
        previous: results.previous,
        context: async (inner, innerAttempt, room) => {
          const given = await context(inner, innerAttempt, room);
          return [...given, ...(await scope.context(inner, innerAttempt, computeRoomBeside(given, room)))];
        },
        signal,
        ...defined({ skip }),
      });
      onEnd(part.id, end);
      return end;
    },
    signal,
  );
}

function findFirstFailed({ tasks }: PlannedOf<'group'>, ends: readonly (TaskEnd | undefined)[]) {
  for (const [index, part] of tasks.entries()) {
    const end = ends[index];
    if (end?.status === 'failed') return buildPartFailure(part, end as Failed);
  }
  return undefined;
}
