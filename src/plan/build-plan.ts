import { hashValue } from '@/base/hash';
import type { Json, JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import { type Settings, settingsOf, type WorkflowDocument } from '@/workflow/document';
import { notRunYet } from '@/workflow/validate/not-run-yet';
import { validateDocument } from '@/workflow/validate/validate';
import { defaultLimits, defaultMaxConcurrency, noBudget } from './limits';
import { type Plan, type PlannedDefinition, planVersion } from './plan';
import { budgetOf, mergeLimits } from './resolve/resolve-limits';
import { resolveGraph, resolveTask } from './resolve/resolve-task';
import { workflowTools, writtenTools } from './resolve/resolve-tools';
import { type Surroundings, surroundingsOf } from './resolve/surroundings';

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

  const settings = settingsOf(document);
  const around = surroundingsOf({
    settings,
    known,
    limits: mergeLimits(document.limits, defaultLimits),
    variables: (document.variables ?? {}) as JsonObject,
    tools: workflowTools(settings),
    written: writtenTools(document.tasks),
  });
  const plan = {
    planVersion,
    name: document.name ?? '',
    variables: (document.variables ?? {}) as JsonObject,
    maxConcurrency: document.maxConcurrency ?? defaultMaxConcurrency,
    budget: budgetOf(document.limits) ?? noBudget,
    tasks: resolveGraph(document.tasks, around),
    library: planLibrary(settings, around),
    memoryIndex: document.memory?.index ?? {},
  } as const;
  return ok(Object.freeze({ ...plan, hash: hashValue(plan), settings, providers: known }));
}

/** The definitions of the library, compiled; one without a task is found fault with where it is called. */
function planLibrary({ library = {} }: Settings, around: Surroundings): Readonly<Record<string, PlannedDefinition>> {
  const planned: Record<string, PlannedDefinition> = {};
  for (const [name, { task, parameters = [], returns, criteria, description }] of Object.entries(library)) {
    if (task === undefined) continue;
    planned[name] = {
      parameters: parameters.map((parameter) => ({
        name: parameter.name,
        type: parameter.type ?? 'any',
        ...(parameter.default === undefined ? {} : { default: parameter.default as Json }),
      })),
      ...(returns === undefined ? {} : { returns: returns as JsonObject }),
      ...(criteria === undefined ? {} : { criteria: [criteria].flat().join(', ') }),
      ...(description === undefined ? {} : { description }),
      task: resolveTask(task, { id: 'task', index: 0, needs: [], wave: 0 }, around),
    };
  }
  return Object.freeze(planned);
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
