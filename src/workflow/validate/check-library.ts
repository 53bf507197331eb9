import { sameInOrder, sameJson } from '@/base/json';
import type { Definition, WorkflowDocument } from '../document';
import { outputShape } from '../graph/result-shape';
import { placeOfPart, scopeOfDefinition } from '../graph/task-scopes';
import { type TaskRecord, tasksDifference } from '../task-record';
import type { Task } from '../tasks';
import { mapParts } from '../tasks/parts';
import { AskedSiblings } from './asked-siblings';
import { checkDefinition } from './check-settings';
import {
  type Check,
  type CheckedSiblings,
  checkSiblings,
  type Finding,
  isFoundAgain,
  partCheck,
} from './check-siblings';
import { checkAlone, checkWithin } from './check-within';

/** The last check of a definition: its own findings, and those in its tasks if it is a group. */
export interface CheckedDefinition {
  readonly definition: Definition;
  readonly finding: Finding;
  readonly body: CheckedSiblings | undefined;
}

/**
 * Checks a definition with everything in it. Of a group, a task is checked again only if it changed, or if an answer of
 * its siblings did. `before`: its last check, if the settings were the same then.
 */
export function checkFunction(
  check: Check,
  name: string,
  definition: Definition,
  before: CheckedDefinition | undefined,
): CheckedDefinition {
  const { document, told } = check;
  const isKept = before?.definition === definition && isFoundAgain(before.finding, check);
  const finding = isKept ? before.finding : findAround(check, name, definition);
  told.add(finding);
  const { task } = definition;
  if (task?.type !== 'group') return { definition, finding, body: undefined };

  const place = scopeOfDefinition(document, name, definition, task);
  const siblings = new AskedSiblings('graph', task.subtasks ?? {}, [...place.path, 'subtasks']);
  const isSame = before !== undefined && isSameAround(before.definition, definition);
  const body = checkSiblings(check, siblings, isSame ? before.body : undefined, (id, part) =>
    placeOfPart(part, { role: 'subtask', path: ['subtasks', id], id, segment: id }, place, siblings),
  );
  told.add({ diagnostics: body.waiting, shared: new Map(), guesses: 0 });
  return { definition, finding, body };
}

/** What is found in a definition, but not in the tasks of a group. */
function findAround(check: Check, name: string, definition: Definition): Finding {
  const { document, readBy } = check;
  const checking = partCheck(check);
  checkDefinition(checking, name, definition);
  const { task } = definition;
  if (task !== undefined) {
    const place = scopeOfDefinition(document, name, definition, task);
    if (task.type !== 'group') checkWithin(checking, task, place, readBy);
    else {
      checkAlone(checking, task, place, readBy);
      mapParts({ ...task, subtasks: undefined }, (part, own) => {
        checkWithin(checking, part, placeOfPart(part, own, place, undefined), readBy);
        return part;
      });
    }
  }
  const { diagnostics, shared, guesses, isBound } = checking;
  return { diagnostics, shared, guesses, isBound };
}

/** Whether two definitions are the same around the tasks of their groups. */
function isSameAround(before: Definition, after: Definition): boolean {
  const around = ({ task, ...rest }: Definition) => {
    if (task?.type !== 'group') return undefined;
    const { subtasks: _subtasks, ...fields } = task;
    return [rest, fields];
  };
  const [was, is] = [around(before), around(after)];
  return was !== undefined && sameJson(was, is);
}

/** Whether all that checks of calls see of a library is the same: names, parameters, and the shapes of results. */
export function isSameToCalls(before: WorkflowDocument['library'], after: WorkflowDocument['library']): boolean {
  if (before === after) return true;
  const [old, now] = [before ?? {}, after ?? {}];
  const names = Object.keys(now);
  if (!sameInOrder(Object.keys(old), names)) return false;
  return names.every((name) => {
    const [was, is] = [old[name] as Definition, now[name] as Definition];
    if (was === is) return true;
    if (!sameJson(was.parameters, is.parameters) || !sameJson(was.returns, is.returns)) return false;
    return is.returns !== undefined || isSameOutput(was.task, is.task);
  });
}

function isSameOutput(before: Task | undefined, after: Task | undefined): boolean {
  if (before === after) return true;
  if (before === undefined || after === undefined) return false;
  const [old, now] = [tasksOfOutput(before), tasksOfOutput(after)];
  if (old === undefined || now === undefined) return sameJson(outputShape(before), outputShape(after));
  const { ids, isSameOrder } = tasksDifference(old, now);
  return isSameOrder && ids.every((id) => isSameOutput(old[id], now[id]));
}

/** The tasks whose outputs are that of a group; undefined: it has another. */
function tasksOfOutput(task: Task): TaskRecord | undefined {
  if (task.type !== 'group' || task.outputSchema !== undefined || task.completionMode === 'any') return undefined;
  return task.subtasks ?? {};
}
