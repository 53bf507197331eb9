import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { findContainerPath, findTaskPathAt, type TaskPath } from '@/workflow/task-path';

/** The problems of one task. */
export interface TaskProblems {
  readonly count: number;
  /** Whether one of them prevents a run. */
  readonly severe: boolean;
}

interface Counted {
  readonly tasks: WorkflowDocument['tasks'];
  readonly library: WorkflowDocument['library'];
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
export function countTaskProblems(checked: Checked, taskPath: TaskPath, whole = false): TaskProblems | undefined {
  const counted = getCounted(checked);
  return (whole ? counted.whole : counted.own).get(taskPath);
}

/** The label of the problem mark. */
export function formatProblemLabel({ count }: TaskProblems): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}

/** The innermost task that a problem belongs to; undefined for a problem of the workflow itself. */
export function findProblemTask(document: WorkflowDocument, { path }: Diagnostic): TaskPath | undefined {
  return findTaskPathAt(document, path);
}

function getCounted({ document, diagnostics }: Checked): Counted {
  const seen = known.get(diagnostics);
  if (seen?.tasks === document.tasks && seen.library === document.library) return seen;
  const own = new Map<TaskPath, TaskProblems>();
  const whole = new Map<TaskPath, TaskProblems>();
  for (const diagnostic of diagnostics) {
    const innermostPlace = findProblemTask(document, diagnostic);
    if (innermostPlace === undefined) continue;
    addProblem(own, innermostPlace, diagnostic);
    for (let at: TaskPath | undefined = innermostPlace; at !== undefined; at = findContainerPath(at))
      addProblem(whole, at, diagnostic);
  }
  const { tasks, library } = document;
  const counted = { tasks, library, own, whole };
  known.set(diagnostics, counted);
  return counted;
}

function addProblem(counts: Map<TaskPath, TaskProblems>, taskPath: TaskPath, { severity }: Diagnostic): void {
  const { count, severe } = counts.get(taskPath) ?? { count: 0, severe: false };
  counts.set(taskPath, { count: count + 1, severe: severe || severity === 'error' });
}
