import type { Diagnostic, DocumentPath } from '@/workflow/diagnostic';
import { taskOf, type WorkflowDocument } from '@/workflow/document';
import { containerPath, partPath, partsOf, type TaskPath } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';

/** The problems of one task. */
export interface TaskProblems {
  readonly count: number;
  /** Whether one of them prevents a run. */
  readonly severe: boolean;
}

interface Counted {
  readonly tasks: WorkflowDocument['tasks'];
  /** `own`: for each task its own problems. `whole`: also those of the tasks inside it. */
  readonly own: ReadonlyMap<TaskPath, TaskProblems>;
  readonly whole: ReadonlyMap<TaskPath, TaskProblems>;
}

const known = new WeakMap<readonly Diagnostic[], Counted>();

interface Checked {
  readonly document: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The problems of the task at a path; with `whole` also those of the tasks inside it. Counted once for each list of
 * problems.
 */
export function problemsOf(checked: Checked, taskPath: TaskPath, whole = false): TaskProblems | undefined {
  const counted = countedOf(checked);
  return (whole ? counted.whole : counted.own).get(taskPath);
}

/** The label of the problem mark. */
export function problemLabel({ count }: TaskProblems): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}

/** The innermost task that a problem belongs to; undefined for a problem of the workflow itself. */
export function taskPathOfProblem(document: WorkflowDocument, { path }: Diagnostic): TaskPath | undefined {
  const [root, id, ...rest] = path;
  const task = root === 'tasks' && typeof id === 'string' ? taskOf(document, id) : undefined;
  return task === undefined || typeof id !== 'string' ? undefined : innermost(task, id, rest);
}

function innermost(task: Task, taskPath: TaskPath, path: DocumentPath): TaskPath {
  const part = partsOf(task).find((one) => one.position.path.every((step, index) => step === path[index]));
  if (part === undefined) return taskPath;
  return innermost(part.task, partPath(taskPath, part.position.segment), path.slice(part.position.path.length));
}

function countedOf({ document, diagnostics }: Checked): Counted {
  const seen = known.get(diagnostics);
  if (seen?.tasks === document.tasks) return seen;
  const own = new Map<TaskPath, TaskProblems>();
  const whole = new Map<TaskPath, TaskProblems>();
  for (const diagnostic of diagnostics) {
    const innermostPlace = taskPathOfProblem(document, diagnostic);
    if (innermostPlace === undefined) continue;
    add(own, innermostPlace, diagnostic);
    for (let at: TaskPath | undefined = innermostPlace; at !== undefined; at = containerPath(at))
      add(whole, at, diagnostic);
  }
  const counted = { tasks: document.tasks, own, whole };
  known.set(diagnostics, counted);
  return counted;
}

function add(counts: Map<TaskPath, TaskProblems>, taskPath: TaskPath, { severity }: Diagnostic): void {
  const { count, severe } = counts.get(taskPath) ?? { count: 0, severe: false };
  counts.set(taskPath, { count: count + 1, severe: severe || severity === 'error' });
}
