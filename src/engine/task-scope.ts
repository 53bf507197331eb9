import type { Json } from '@/base/json';
import type { Plan, PlannedTask } from '@/plan/plan';
import { taskEnvironment } from '@/plan/task-environment';
import type { Environment } from '@/workflow/expressions/environment';
import { missingInput } from './outcome';
import type { Results } from './results';

/** The names that a task sees: in templates by `environment`, in expressions by `names`. */
export interface TaskScope {
  /** Throws `TASK_FAILURE` if an input has no value. */
  readonly environment: Environment;
  /** The inputs, evaluated. Throws like `environment`. */
  inputs(): Readonly<Record<string, Json>>;
  /** `tasks`, `inputs`, `variables`; no inputs where one has no value, as a condition comes before them. */
  names(): Readonly<Record<string, Json>>;
}

/** The scope of a task, with what the tasks it depends on left. */
export function taskScope(task: PlannedTask, plan: Plan, results: Results): TaskScope {
  const scope = taskEnvironment(task, results.environment);
  const environment = () => {
    if (!scope.ok) throw missingInput(scope.error);
    return scope.value;
  };
  return {
    get environment() {
      return environment();
    },
    inputs: () => inputsOf(task, environment()),
    names: () => ({
      tasks: results.tasks,
      inputs: scope.ok ? inputsOf(task, scope.value) : {},
      variables: { ...plan.variables, ...task.variables },
    }),
  };
}

function inputsOf(task: PlannedTask, { bindings }: Environment): Readonly<Record<string, Json>> {
  const bound = (name: string) => {
    const binding = bindings.get(name);
    return binding?.kind === 'value' ? binding.value : null;
  };
  return Object.fromEntries(Object.keys(task.inputs).map((name) => [name, bound(name)]));
}
