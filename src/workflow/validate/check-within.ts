import { mapWithin, type TaskScope } from '../graph/task-scopes';
import { replaceAt } from '../replace-at';
import type { Task } from '../tasks';
import { checkReadByAgent, type ReadByAgents } from './check-agents';
import { checkAsk } from './check-ask';
import { checkAttachments } from './check-attachments';
import { checkCalls } from './check-calls';
import { checkDependencies } from './check-dependencies';
import { checkEvaluators } from './check-evaluators';
import { checkFields } from './check-fields';
import { checkTaskLimits } from './check-limits';
import { checkModels } from './check-models';
import { checkParts } from './check-parts';
import { checkPaths } from './check-paths';
import { checkReach, checkWaiting } from './check-reach';
import { checkStepIds } from './check-step-ids';
import { checkTexts } from './check-texts';
import { checkToolTask } from './check-tool-task';
import { checkTaskTools } from './check-tools';
import { Checking } from './checking';
import { verifyFixes } from './verify-fixes';

/** The checks of each task, at any depth. */
const taskChecks: readonly ((checking: Checking, task: Task, place: TaskScope) => void)[] = [
  checkDependencies,
  checkTexts,
  checkModels,
  checkParts,
  checkEvaluators,
  checkCalls,
  checkTaskTools,
  checkToolTask,
  checkAsk,
  checkFields,
  checkAttachments,
  checkPaths,
  checkTaskLimits,
  checkReach,
  checkStepIds,
];

/** Checks a task, but no task within it. */
export function checkAlone(checking: Checking, task: Task, place: TaskScope, readBy: ReadByAgents): void {
  const first = checking.diagnostics.length;
  findProblems(checking, task, place);
  verifyFixes(checking, first, ({ path, text }) => {
    // The fix of a text outside of the task is not the task's.
    if (!place.path.every((step, index) => path[index] === step)) return 'elsewhere';
    const patch = replaceAt(task, path.slice(place.path.length), text);
    if (patch === undefined) return undefined;
    const scratch = new Checking(checking.document, checking.known, 0);
    findProblems(scratch, { ...task, ...patch } as Task, place);
    return scratch.diagnostics;
  });
  checkReadByAgent(checking, task, place, readBy);
}

function findProblems(checking: Checking, task: Task, place: TaskScope): void {
  for (const check of taskChecks) check(checking, task, place);
}

/** Checks a task and every task within it. */
export function checkWithin(checking: Checking, task: Task, place: TaskScope, readBy: ReadByAgents): void {
  mapWithin(task, place, (part, at, siblings) => {
    checkAlone(checking, part, at, readBy);
    if (siblings !== undefined) checkWaiting(checking, siblings);
    return part;
  });
}
