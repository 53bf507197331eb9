import { err, ok, type Result } from '@/base/result';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { DocumentSettings, WorkflowDocument } from '@/workflow/document';
import { fillGlobalValues } from '@/workflow/inputs/input-values';
import { validateDocument } from '@/workflow/validate/validate';
import type { PlannedLimits, PlannedTask } from './plan';
import { resolveGraph } from './resolve/resolve-task';
import { collectWrittenTools } from './resolve/resolve-tools';
import { createSurroundings, type NamedTool } from './resolve/surroundings';

/** What tasks that a model writes during a run can use. */
export interface FragmentSurroundings {
  /** Of the run's plan. */
  readonly settings: DocumentSettings;
  readonly providers: readonly string[];
  /** Names of their scope, besides their own. */
  readonly names: readonly string[];
  readonly limits: PlannedLimits;
  /** All tools that the tasks may use, whatever tools their agent has. */
  readonly tools: readonly NamedTool[];
}

/** Plans tasks that a model writes during a run, with the same checks as a document. Errors: every error. */
export function planFragment(
  tasks: WorkflowDocument['tasks'],
  { settings, providers, names, limits, tools }: FragmentSurroundings,
): Result<readonly PlannedTask[], readonly Diagnostic[]> {
  const errors = checkFragmentTasks(tasks, settings, providers, names);
  if (errors.length > 0) return err(errors);
  const variables = fillGlobalValues(settings);
  const written = collectWrittenTools(tasks);
  return ok(
    resolveGraph(
      tasks,
      createSurroundings({ settings, known: providers, limits, variables, tools, written, isConfined: true }),
    ),
  );
}

/**
 * Checks the tasks as those of a group whose inputs and variables include every name of the scope, of whichever kind.
 */
function checkFragmentTasks(
  tasks: WorkflowDocument['tasks'],
  settings: DocumentSettings,
  providers: readonly string[],
  names: readonly string[],
): readonly Diagnostic[] {
  const scope = Object.fromEntries(names.map((name) => [name, null]));
  const holder = { holder: { type: 'group', inputs: scope, variables: scope, subtasks: tasks } };
  const document = { ...settings, tasks: holder as WorkflowDocument['tasks'] };
  const errors = validateDocument(document, providers).filter(({ severity }) => severity === 'error');
  return errors.flatMap((problem) => {
    const [root, , part, ...path] = problem.path;
    return root === 'tasks' && part === 'subtasks' ? [{ ...problem, path: ['tasks', ...path] }] : [];
  });
}
