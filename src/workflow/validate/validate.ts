import type { Diagnostic } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { documentSiblings, mapWithin, type Place, placeOfDefinition, placeOfTask } from '../graph/places';
import type { TaskId } from '../names';
import type { Task } from '../tasks';
import { checkAgents, checkReadByAgent, type ReadByAgents } from './check-agents';
import { checkAttachments } from './check-attachments';
import { checkCalls } from './check-calls';
import { checkDependencies } from './check-dependencies';
import { checkEvaluators } from './check-evaluators';
import { checkFields } from './check-fields';
import { checkTaskLimits } from './check-limits';
import { checkModels } from './check-models';
import { checkParts } from './check-parts';
import { checkReach, checkWaiting } from './check-reach';
import { checkDefinition, checkSettings } from './check-settings';
import { checkStepIds } from './check-step-ids';
import { checkTexts } from './check-texts';
import { checkTaskTools } from './check-tools';
import { Checking } from './checking';
import { notRunYet } from './not-run-yet';

/** What is checked of each task, wherever it stands. */
const taskChecks: readonly ((checking: Checking, task: Task, place: Place) => void)[] = [
  checkDependencies,
  checkTexts,
  checkModels,
  checkParts,
  checkEvaluators,
  checkCalls,
  checkTaskTools,
  checkFields,
  checkAttachments,
  checkTaskLimits,
  checkReach,
  checkStepIds,
];

/**
 * Checks what a document means: HED3xx, HED4xx and HED5xx. `known` are ids of providers named in settings. Paths are as a
 * file has them; places in a text are added by those who have one. Linear in the size of the document, but for references
 * to tasks far above.
 */
export function validateDocument(document: WorkflowDocument, known: readonly string[]): Diagnostic[] {
  const checking = new Checking(document, known);
  const siblings = documentSiblings(document);
  checkSettings(checking, siblings);
  const readBy = checkAgents(checking);
  for (const [name, definition] of Object.entries(document.library ?? {})) {
    checkDefinition(checking, name, definition);
    const { task } = definition;
    if (task !== undefined) checkWithin(checking, task, placeOfDefinition(document, name, definition, task), readBy);
  }
  for (const [id, task] of Object.entries(document.tasks) as [TaskId, Task][]) {
    checkWithin(checking, task, placeOfTask(document, siblings, id, task), readBy);
  }
  checkWaiting(checking, siblings);
  for (const { path, what, needed } of notRunYet(document)) {
    const consequence = needed ? ', and the workflow cannot run with it' : '';
    checking.report('HED501', path, `${what} is kept, but not run yet${consequence}.`);
  }
  return checking.diagnostics;
}

/** Checks a task and every task within it. */
function checkWithin(checking: Checking, task: Task, place: Place, readBy: ReadByAgents): void {
  mapWithin(task, place, (part, at, siblings) => {
    for (const check of taskChecks) check(checking, part, at);
    checkReadByAgent(checking, part, at, readBy);
    if (siblings !== undefined) checkWaiting(checking, siblings);
    return part;
  });
}
