import type { PlannedTask } from '../plan';

/** The tasks inside a planned task. */
interface PlannedParts {
  /** In the order in which they run; those of a group have dependencies of their own. */
  readonly parts: readonly PlannedTask[];
  /** Whether a part may run again after the parts behind it, in another round or for another item of a list. */
  readonly isRepeated: boolean;
}

/** The parts of a planned task: its inputs that are tasks, what its type runs, and the evaluator of its tries. */
export function plannedParts(task: PlannedTask): PlannedParts {
  const { parts, isRepeated } = partsOfType(task);
  const evaluator = task.bestOf === undefined ? [] : [task.bestOf.evaluator];
  return { parts: [...task.inputTasks, ...parts, ...evaluator], isRepeated: isRepeated || task.loop !== undefined };
}

function partsOfType(task: PlannedTask): PlannedParts {
  switch (task.type) {
    case 'sequential':
      return { parts: task.steps, isRepeated: false };
    case 'map':
      return { parts: [task.innerTask], isRepeated: false };
    case 'reduce':
      return { parts: present([task.innerTask, task.reductionTask]), isRepeated: true };
    case 'cond':
      return { parts: present([...task.cases.map((one) => one.task), task.else]), isRepeated: false };
    case 'group':
      return { parts: task.tasks, isRepeated: false };
    case 'director_evaluator':
      return { parts: present([task.director, task.script, task.evaluator]), isRepeated: true };
    default:
      return { parts: [], isRepeated: false };
  }
}

function present(tasks: readonly (PlannedTask | undefined)[]): readonly PlannedTask[] {
  return tasks.filter((task) => task !== undefined);
}
