import type { JsonObject } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { DocumentSettings, WorkflowDocument } from '@/workflow/document';
import { validateDocument } from '@/workflow/validate/validate';
import { neededButNotRun } from './needed-but-not-run';
import type { PlannedLimits, PlannedTask } from './plan';
import { resolveGraph } from './resolve/resolve-task';
import { writtenTools } from './resolve/resolve-tools';
import { type NamedTool, surroundingsOf } from './resolve/surroundings';

/** What tasks that are written while a run continues find around them. */
export interface FragmentSurroundings {
  /** Of the run's plan. */
  readonly settings: DocumentSettings;
  readonly providers: readonly string[];
  /** What their scope will have beside what they give each other. */
  readonly names: readonly string[];
  readonly limits: PlannedLimits;
  /** All that the tasks may use, whatever their agent has. */
  readonly tools: readonly NamedTool[];
}

/** Plans tasks that are written while a run continues, by the same checks as a document. Refused with every error. */
export function planFragment(
  tasks: WorkflowDocument['tasks'],
  { settings, providers, names, limits, tools }: FragmentSurroundings,
): Result<readonly PlannedTask[], readonly Diagnostic[]> {
  const errors = problemsOf(tasks, settings, providers, names);
  if (errors.length > 0) return err(errors);
  const variables = (settings.variables ?? {}) as JsonObject;
  const written = writtenTools(tasks);
  return ok(
    resolveGraph(
      tasks,
      surroundingsOf({ settings, known: providers, limits, variables, tools, written, isConfined: true }),
    ),
  );
}

/**
 * Checks the tasks as those of a group, which is given what the scope has: as inputs and as variables, whatever it is.
 */
function problemsOf(
  tasks: WorkflowDocument['tasks'],
  settings: DocumentSettings,
  providers: readonly string[],
  names: readonly string[],
): readonly Diagnostic[] {
  const scope = Object.fromEntries(names.map((name) => [name, null]));
  const holder = { holder: { type: 'group', inputs: scope, variables: scope, subtasks: tasks } };
  const document = { ...settings, tasks: holder as WorkflowDocument['tasks'] };
  const errors = validateDocument(document, providers).filter(({ severity }) => severity === 'error');
  return [...errors, ...neededButNotRun(document)].flatMap((problem) => {
    const [root, , part, ...path] = problem.path;
    return root === 'tasks' && part === 'subtasks' ? [{ ...problem, path: ['tasks', ...path] }] : [];
  });
}
