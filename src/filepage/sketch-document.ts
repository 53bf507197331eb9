import type { Plan, PlannedTask } from '@/plan/plan';
import type { WorkflowDocument } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';

/**
 * A workflow as far as it is drawn, from the plan of a run: its tasks, their names, and what each waits for. The
 * workflow may have changed since the run; its plan has not.
 */
export function sketchDocument({ name, tasks }: Pick<Plan, 'name' | 'tasks'>): WorkflowDocument {
  return { name, tasks: sketchTasks(tasks) };
}

/** Sibling tasks by id. */
function sketchTasks(tasks: readonly PlannedTask[]): WorkflowDocument['tasks'] {
  return Object.fromEntries(tasks.map((task) => [task.id, sketchTask(task, tasks)]));
}

function sketchTask(task: PlannedTask, siblings: readonly PlannedTask[] = []): Task {
  const { id, type, label, needs, disabled, inputTasks, bestOf } = task;
  const inputs = inputTasks.map((input) => [input.id.slice('input:'.length), { task: sketchTask(input) }] as const);
  const sketch = {
    type,
    ...(label === id ? {} : { name: label }),
    ...(disabled && { disabled }),
    ...(needs.length > 0 && { dependsOn: needs.flatMap((index) => siblings[index]?.id ?? []) }),
    ...(inputs.length > 0 && { inputs: Object.fromEntries(inputs) }),
    ...(bestOf && { bestOf: { n: bestOf.n, evaluator: sketchTask(bestOf.evaluator) } }),
    ...sketchParts(task),
  };
  // Only what is drawn of it is there.
  return sketch as unknown as Task;
}

/** The tasks within a task, by the fields that hold them. */
function sketchParts(task: PlannedTask): object {
  const one = (part: PlannedTask | undefined) => part && sketchTask(part);
  switch (task.type) {
    case 'sequential':
      return { steps: task.steps.map((step) => ({ ...sketchTask(step), id: step.id })) };
    case 'group':
      return { subtasks: sketchTasks(task.tasks) };
    case 'map':
      return { innerTask: one(task.innerTask) };
    case 'reduce':
      return { innerTask: one(task.innerTask), reductionTask: one(task.reductionTask) };
    case 'cond':
      return { cases: task.cases.map((each) => ({ test: each.test, task: one(each.task) })), else: one(task.else) };
    case 'director_evaluator':
      return { director: one(task.director), script: one(task.script), evaluator: one(task.evaluator) };
    default:
      return {};
  }
}
