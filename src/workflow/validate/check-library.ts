import { isSameInOrder, isSameJson } from '@/base/json';
import type { Definition, WorkflowDocument } from '../document';
import { buildOutputShape } from '../graph/result-shape';
import { createDefinitionScope, placeOfPart, type TaskScope } from '../graph/task-scopes';
import { compareTaskRecords, type TaskRecord } from '../task-record';
import type { Task, TaskOf } from '../tasks';
import { mapParts } from '../tasks/parts';
import { AskedSiblings } from './asked-siblings';
import { checkDefinition } from './check-settings';
import {
  type Check,
  type CheckedSiblings,
  checkSiblings,
  createPartCheck,
  type Finding,
  isFoundAgain,
} from './check-siblings';
import { checkAlone, checkWithin } from './check-within';

/** A group in a definition that is in no other group and in no sequence, and its place. */
interface OuterGroup {
  readonly group: TaskOf<'group'>;
  readonly place: TaskScope;
}

/** The last check of a definition: what was found around the tasks of its groups, and in these, by the path of each. */
export interface CheckedDefinition {
  readonly definition: Definition;
  readonly finding: Finding;
  readonly groups: readonly OuterGroup[];
  readonly bodies: ReadonlyMap<string, CheckedSiblings>;
}

/**
 * Checks a definition with everything in it. Of the groups in it, a task is checked again only if it changed, or if an
 * answer of its siblings did. `before`: its last check, if the settings were the same then.
 */
export function checkFunction(
  check: Check,
  name: string,
  definition: Definition,
  before: CheckedDefinition | undefined,
): CheckedDefinition {
  const { told } = check;
  const isKept = before?.definition === definition && isFoundAgain(before.finding, check);
  const { finding, groups } = isKept ? before : findAround(check, name, definition);
  told.add(finding);
  const isSame = before !== undefined && isSameAround(before.definition, definition);
  const bodies = new Map<string, CheckedSiblings>();
  for (const { group, place } of groups) {
    const path = [...place.path, 'subtasks'];
    const siblings = new AskedSiblings('graph', group.subtasks ?? {}, path);
    const last = isSame ? before.bodies.get(place.taskPath) : undefined;
    const body = checkSiblings(check, siblings, last, (id, part) =>
      placeOfPart(part, { role: 'subtask', path: ['subtasks', id], id, segment: id }, place, siblings),
    );
    told.add({ diagnostics: body.waiting, shared: new Map(), guesses: 0 });
    bodies.set(place.taskPath, body);
  }
  return { definition, finding, groups, bodies };
}

/** What is found in a definition, but not in the tasks of its groups. */
function findAround(check: Check, name: string, definition: Definition): Pick<CheckedDefinition, 'finding' | 'groups'> {
  const { document, readBy } = check;
  const checking = createPartCheck(check);
  checkDefinition(checking, name, definition);
  const groups: OuterGroup[] = [];
  const checkAround = (task: Task, place: TaskScope): void => {
    // What is in a step may ask of the steps before it, which are not written down.
    if (task.type === 'sequential') {
      checkWithin(checking, task, place, readBy);
      return;
    }
    checkAlone(checking, task, place, readBy);
    if (task.type === 'group') groups.push({ group: task, place });
    mapParts(removeSubtasks(task), (part, own) => {
      checkAround(part, placeOfPart(part, own, place, undefined));
      return part;
    });
  };
  const { task } = definition;
  if (task !== undefined) checkAround(task, createDefinitionScope(document, name, definition, task));
  const { diagnostics, shared, guesses, isBound } = checking;
  return { finding: { diagnostics, shared, guesses, isBound }, groups };
}

const removeSubtasks = (task: Task): Task => (task.type === 'group' ? { ...task, subtasks: undefined } : task);

/** Whether two definitions are the same around the tasks of their groups. */
function isSameAround(before: Definition, after: Definition): boolean {
  const around = (task: Task): Task => (task.type === 'sequential' ? task : mapParts(removeSubtasks(task), around));
  const pickSurroundings = ({ task, ...rest }: Definition) => [rest, task && around(task)];
  return isSameJson(pickSurroundings(before), pickSurroundings(after));
}

/** Whether all that checks of calls see of a library is the same: names, parameters, and the shapes of results. */
export function isSameToCalls(before: WorkflowDocument['library'], after: WorkflowDocument['library']): boolean {
  if (before === after) return true;
  const [old, now] = [before ?? {}, after ?? {}];
  const names = Object.keys(now);
  if (!isSameInOrder(Object.keys(old), names)) return false;
  return names.every((name) => {
    const [was, is] = [old[name] as Definition, now[name] as Definition];
    if (was === is) return true;
    if (!isSameJson(was.parameters, is.parameters) || !isSameJson(was.returns, is.returns)) return false;
    return is.returns !== undefined || isSameOutput(was.task, is.task);
  });
}

function isSameOutput(before: Task | undefined, after: Task | undefined): boolean {
  if (before === after) return true;
  if (before === undefined || after === undefined) return false;
  const [old, now] = [findOutputTasks(before), findOutputTasks(after)];
  if (old === undefined || now === undefined) return isSameJson(buildOutputShape(before), buildOutputShape(after));
  const { ids, isSameOrder } = compareTaskRecords(old, now);
  return isSameOrder && ids.every((id) => isSameOutput(old[id], now[id]));
}

/** The tasks whose outputs are that of a group; undefined: it has another. */
function findOutputTasks(task: Task): TaskRecord | undefined {
  if (task.type !== 'group' || task.outputSchema !== undefined || task.completionMode === 'any') return undefined;
  return task.subtasks ?? {};
}
