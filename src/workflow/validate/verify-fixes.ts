import type { Diagnostic } from '../diagnostic';
import type { TaskScope } from '../graph/task-scopes';
import { replaceAt } from '../replace-at';
import type { Task } from '../tasks';
import { Checking } from './checking';

/** Finds the problems of a task, but not those of the tasks within it. */
type CheckTask = (checking: Checking, task: Task, place: TaskScope) => void;

/** The most problems of a task whose fixes are tried, and the most characters of fixes, 1,000 more for each. */
const [mostProblems, mostTried] = [100, 50_000] as const;

/**
 * Takes back each offered fix that, once made, would not remove its problem, or would add another one: it would only
 * lead a person further astray. `first`: the index of the first problem that is the task's.
 */
export function verifyFixes(checking: Checking, first: number, task: Task, place: TaskScope, check: CheckTask): void {
  const { diagnostics } = checking;
  const own = diagnostics.slice(first);
  let tried = 0;
  for (const [index, problem] of own.entries()) {
    if (problem.fix?.kind !== 'replace') continue;
    tried += problem.fix.text.length + 1000;
    // What would take too long to try is not offered.
    if (tried <= mostTried && own.length <= mostProblems && isSound(checking, own, problem, task, place, check))
      continue;
    const { fix: _fix, ...rest } = problem;
    diagnostics[first + index] = rest;
    const key = checking.shared.get(problem);
    if (key !== undefined) checking.shared.set(rest, key);
  }
}

function isSound(
  { document, known }: Checking,
  before: readonly Diagnostic[],
  problem: Diagnostic,
  task: Task,
  place: TaskScope,
  check: CheckTask,
): boolean {
  const { fix } = problem;
  if (fix?.kind !== 'replace') return true;
  // The fix of a text outside of the task is not the task's.
  if (!place.path.every((step, index) => fix.path[index] === step)) return true;
  const patch = replaceAt(task, fix.path.slice(place.path.length), fix.text);
  if (patch === undefined) return false;
  const scratch = new Checking(document, known, 0);
  check(scratch, { ...task, ...patch } as Task, place);
  const others = before.filter((one) => one !== problem).map(nameProblem);
  return scratch.diagnostics.every((one) => {
    const index = others.indexOf(nameProblem(one));
    if (index >= 0) others.splice(index, 1);
    return index >= 0;
  });
}

/** What makes two problems the same one: messages hold guesses, which differ. */
function nameProblem({ code, path }: Diagnostic): string {
  return `${code} ${path.join('/')}`;
}
