import type { JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { Settings, WorkflowDocument } from '@/workflow/document';
import { validateDocument } from '@/workflow/validate/validate';
import { neededButNotRun } from './needed-but-not-run';
import type { PlannedLimits, PlannedTask } from './plan';
import { resolveGraph } from './resolve/resolve-task';
import { writtenTools } from './resolve/resolve-tools';
import { type NamedTool, surroundingsOf } from './resolve/surroundings';

/** What tasks that are written while a run goes on find around them. */
export interface FragmentSurroundings {
  /** Of the run's plan. */
  readonly settings: Settings;
  readonly providers: readonly string[];
  /** What their scope will have beside what they give each other. */
  readonly names: readonly string[];
  readonly limits: PlannedLimits;
  readonly tools: readonly NamedTool[];
}

/** Plans tasks that are written while a run goes on, by the same checks as a document. Refused with every error. */
export function planFragment(
  tasks: WorkflowDocument['tasks'],
  { settings, providers, names, limits, tools }: FragmentSurroundings,
): Result<readonly PlannedTask[], readonly Diagnostic[]> {
  // What the scope has stands for the checks as variables of the workflow, whatever it is.
  const scope = Object.fromEntries(names.map((name) => [name, null]));
  const document: WorkflowDocument = { ...settings, variables: { ...scope, ...settings.variables }, tasks };
  const errors = [
    ...validateDocument(document, providers).filter(({ severity }) => severity === 'error'),
    ...neededButNotRun(document),
  ].filter(({ path }) => path[0] === 'tasks');
  if (errors.length > 0) return err(errors);
  const variables = (settings.variables ?? {}) as JsonObject;
  const written = writtenTools(tasks);
  return ok(resolveGraph(tasks, surroundingsOf({ settings, known: providers, limits, variables, tools, written })));
}
