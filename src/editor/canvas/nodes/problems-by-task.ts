import type { Diagnostic, DocumentPath } from '@/workflow/diagnostic';
import { taskOf, type WorkflowDocument } from '@/workflow/document';
import { holderOf, partsOf, placeIn, type TaskPath } from '@/workflow/place';
import type { Task } from '@/workflow/tasks';

/** Problems of one task. */
export interface TaskProblems {
  readonly count: number;
  /** Whether one of them stands in the way of a run. */
  readonly severe: boolean;
}

interface Counted {
  readonly tasks: WorkflowDocument['tasks'];
  /** Of each task alone, and of each with those in it. */
  readonly own: ReadonlyMap<TaskPath, TaskProblems>;
  readonly whole: ReadonlyMap<TaskPath, TaskProblems>;
}

const known = new WeakMap<readonly Diagnostic[], Counted>();

interface Checked {
  readonly document: WorkflowDocument;
  readonly diagnostics: readonly Diagnostic[];
}

/** Problems of the task at a place; with `whole` those of the tasks in it too. Counted once for a list. */
export function problemsOf(checked: Checked, place: TaskPath, whole = false): TaskProblems | undefined {
  const counted = countedOf(checked);
  return (whole ? counted.whole : counted.own).get(place);
}

/** The problem mark in words. */
export function problemLabel({ count }: TaskProblems): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}

/** The innermost task that a problem belongs to; undefined for one of the workflow itself. */
export function placeOfProblem(document: WorkflowDocument, { path }: Diagnostic): TaskPath | undefined {
  const [root, id, ...rest] = path;
  const task = root === 'tasks' && typeof id === 'string' ? taskOf(document, id) : undefined;
  return task === undefined || typeof id !== 'string' ? undefined : innermost(task, id, rest);
}

function innermost(task: Task, place: TaskPath, path: DocumentPath): TaskPath {
  const part = partsOf(task).find((one) => one.place.path.every((step, index) => step === path[index]));
  if (part === undefined) return place;
  return innermost(part.task, placeIn(place, part.place.segment), path.slice(part.place.path.length));
}

function countedOf({ document, diagnostics }: Checked): Counted {
  const seen = known.get(diagnostics);
  if (seen?.tasks === document.tasks) return seen;
  const own = new Map<TaskPath, TaskProblems>();
  const whole = new Map<TaskPath, TaskProblems>();
  for (const diagnostic of diagnostics) {
    const innermostPlace = placeOfProblem(document, diagnostic);
    if (innermostPlace === undefined) continue;
    add(own, innermostPlace, diagnostic);
    for (let at: TaskPath | undefined = innermostPlace; at !== undefined; at = holderOf(at)) add(whole, at, diagnostic);
  }
  const counted = { tasks: document.tasks, own, whole };
  known.set(diagnostics, counted);
  return counted;
}

function add(counts: Map<TaskPath, TaskProblems>, place: TaskPath, { severity }: Diagnostic): void {
  const { count, severe } = counts.get(place) ?? { count: 0, severe: false };
  counts.set(place, { count: count + 1, severe: severe || severity === 'error' });
}
