import { hashValue } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import { taskIds, taskOf, type WorkflowDocument } from '@/workflow/document';
import { buildGraph } from '@/workflow/graph/graph';
import { isRunnable } from '@/workflow/tasks';
import { notRunYet } from '@/workflow/validate/not-run-yet';
import { validateDocument } from '@/workflow/validate/validate';
import { defaultMaxConcurrency } from './limits';
import { type Plan, type PlannedTask, planVersion } from './plan';
import { resolveTask } from './resolve-task';

/**
 * Compiles a document. `known` are provider ids from settings besides the built-in ones. Refused with every error of the
 * document, and with each field that a run would need but that is not run yet (HED501), all with their places.
 */
export function buildPlan(document: WorkflowDocument, known: readonly string[]): Result<Plan, Diagnostic[]> {
  const errors = [
    ...validateDocument(document, known).filter((diagnostic) => diagnostic.severity === 'error'),
    ...neededButNotRun(document),
  ];
  if (errors.length > 0) return err(errors);

  const plan = {
    planVersion,
    name: document.name ?? '',
    variables: (document.variables ?? {}) as JsonObject,
    maxConcurrency: document.maxConcurrency ?? defaultMaxConcurrency,
    tasks: Object.freeze(planTasks(document, known)),
  } as const;
  return ok(Object.freeze({ ...plan, hash: hashValue(plan) }));
}

function planTasks(document: WorkflowDocument, known: readonly string[]): PlannedTask[] {
  const graph = buildGraph(document);
  const ids = taskIds(document);
  const position = new Map<string, number>(ids.map((id, index) => [id, index]));
  return ids.map((id, index) => {
    const task = taskOf(document, id);
    if (task === undefined || !isRunnable(task)) throw new Error(`A task that cannot run passed the checks: ${id}`);
    const needs = (task.dependsOn ?? []).map((need) => position.get(need) as number);
    const place = { id, index, needs, wave: graph.wave.get(id) ?? 0 };
    return Object.freeze(resolveTask(task, place, { document, known }));
  });
}

function neededButNotRun(document: WorkflowDocument): Diagnostic[] {
  return notRunYet(document)
    .filter(({ needed }) => needed)
    .map(({ path, what }) => ({
      code: 'HED501',
      severity: 'error',
      message: `${what} is kept, but not run yet, and a run without it would give another result. Remove it to run.`,
      path,
    }));
}
