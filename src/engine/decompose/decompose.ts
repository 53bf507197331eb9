import { createCancelledError } from '@/base/cancelled';
import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import type { Json } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { findXmlErrorPlace } from '@/formats/xml/xml-error-place';
import type { PlannedTask } from '@/plan/plan';
import { appendStep } from '@/run/journal-path';
import { buildResultFields } from '@/run/result-payload';
import { markAuthored } from '@/workflow/expressions/environment';
import type { Attempt } from '../attempt';
import { GraphScope } from '../context/graph-scope';
import { tellFollowers } from '../log/tell';
import { buildPartFailure, buildPartOutcome, type Outcome } from '../outcome';
import type { TaskEnd } from '../task-end';
import { Results } from '../tasks/results';
import { runGraph } from '../tasks/run-graph';
import { askDecomposer, type FailedWork } from './ask-decomposer';
import type { UnsoundTasks } from './read-fragment';

/** The path step below which an attempt's decomposition lies. */
const pathStep = ['reparse', 1] as const;

/**
 * Has a task decomposed and runs the tasks that replace it (language page, 5.6). If the answer of the decomposer
 * contains no tasks, its text is the result, with a warning. `reason`: the code of the failure. Errors: those of the
 * decomposer's call, `VALIDATION_ERROR` with the place (`path`) if its tasks cannot run.
 */
export async function decomposeTask(work: FailedWork, reason: string, attempt: Attempt): Promise<Outcome> {
  const { run, frame } = attempt;
  const depth = { ...frame.depth, reparses: frame.depth.reparses + 1 };
  const decomposed = await attempt.within(...pathStep, async (inner) => {
    await inner.begin();
    return askDecomposer(work, inner);
  });
  if (decomposed.kind === 'text') {
    const location = findXmlErrorPlace(decomposed.text) ?? null;
    attempt.warn('The decomposition is not XML of tasks, so its text is the result.');
    return { content: decomposed.text, notes: { xml_parsed: false, xml_error: { code: 'XML_PARSE_ERROR', location } } };
  }
  if (decomposed.kind === 'unsound') throw createUnsoundError(decomposed);
  for (const warning of decomposed.warnings) attempt.warn(`In the decomposition: ${warning}`);
  const { tasks, yaml } = decomposed;
  tellFollowers(run, {
    kind: 'reparse.done',
    path: appendStep(attempt.path, ...pathStep),
    ...buildResultFields(await run.journal.payload(yaml)),
    data: { reason, depth: depth.reparses, tasks: tasks.length },
  });
  const outcome = await runInPlace(tasks, work, depth, attempt);
  if (decomposed.warnings.length === 0) return outcome;
  const location = findXmlErrorPlace(decomposed.text) ?? null;
  const error = { code: 'XML_PARSE_ERROR', location, problems: [...decomposed.warnings] };
  return { ...outcome, notes: { ...outcome.notes, xml_parsed: true, xml_error: error } };
}

/**
 * Runs tasks in place of one. The result is that of the only task that no other waits for; if there are several, their
 * outputs by id.
 */
async function runInPlace(
  tasks: readonly PlannedTask[],
  { environment, limits }: Pick<FailedWork, 'environment' | 'limits'>,
  depth: Attempt['frame']['depth'],
  attempt: Attempt,
): Promise<Outcome> {
  const { run } = attempt;
  const graph = { tasks };
  // A model chose all names inside it. So tools see only the names of the task that it replaces.
  const outer = markAuthored(environment);
  const results = new Results(graph, outer);
  const path = appendStep(attempt.path, ...pathStep);
  const scope = new GraphScope({ run, graph, path, outer, cleanup: limits.cleanup });
  const ends = await runGraph(
    graph,
    results,
    scope,
    (task, skip) =>
      attempt.part(task, {
        at: pathStep,
        environment: results.environment,
        previous: results.previous,
        context: scope.context,
        depth,
        ...defined({ skip }),
      }),
    attempt.signal,
  );
  const ended = tasks.map((task) => [task, ends[task.index]] as const);
  if (ended.some(([, end]) => end === undefined || end.status === 'cancelled')) throw createCancelledError('The run');
  const outputs = Object.fromEntries(ended.flatMap(([task, end]) => listPartOutput(task, end)));
  for (const [task, end] of ended) {
    if (end?.status === 'failed') {
      return { content: '', notes: { partial_results: outputs }, failure: buildPartFailure(task, end) };
    }
  }
  const last = ended.filter(([task]) => !tasks.some(({ needs }) => needs.includes(task.index)));
  const [only, ...others] = last;
  if (only?.[1] !== undefined && others.length === 0) return buildPartOutcome(only[0], only[1]);
  const byId = Object.fromEntries(last.flatMap(([task, end]) => listPartOutput(task, end)));
  return { content: encodeJson(byId), notes: {} };
}

function listPartOutput({ id }: PlannedTask, end: TaskEnd | undefined): readonly (readonly [string, Json])[] {
  return end?.status === 'completed' ? [[id, end.record.output]] : [];
}

function createUnsoundError({ problems, path, isOfModel }: UnsoundTasks): AppError {
  return new AppError('VALIDATION_ERROR', `The tasks of the decomposition cannot run. ${problems[0] ?? ''}`, {
    advice: 'Write the decomposition yourself, or use another model for it.',
    details: { reason: 'decomposition', path: path ?? null, invalidModel: isOfModel, violations: [...problems] },
  });
}
