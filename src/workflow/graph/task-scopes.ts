import type { DocumentPath } from '../diagnostic';
import type { Definition, WorkflowDocument } from '../document';
import type { TaskId } from '../names';
import type { Task } from '../tasks';
import { mapParts, type PartPosition, type PartRole } from '../tasks/parts';
import type { Beside, Scope } from './scope';
import { Siblings, siblingsIn } from './siblings';

/** What a task is to what holds it. */
export type Role = PartRole | 'task' | 'definition';

/** Where a task stands, and which names are there. */
export interface TaskScope {
  readonly role: Role;
  /** As a file has it: steps by their index, subtasks by their id. */
  readonly path: DocumentPath;
  /** How it is called in a message. */
  readonly label: string;
  /** Its siblings; undefined for a part that is alone, such as an inner task. */
  readonly beside: Beside | undefined;
  /** What its inputs see: variables, loop bindings, siblings, then outward. */
  readonly before: Scope;
  /** What its prompt sees: its inputs too. */
  readonly within: Scope;
}

const evaluation = ['target_content', 'stdout', 'stderr', 'exit_code'];
const latestEvaluation = 'last_evaluator_output';

/** What the container of a task gives it by its role, beside what is around. */
const givenByRole: { readonly [K in PartRole]?: readonly string[] } = {
  map_item: ['item', 'index', 'name'],
  reduce_item: ['current_data', 'item', 'index', 'name'],
  reduction: ['current_result', 'accumulator', 'original_input', 'index', 'name'],
  director: [latestEvaluation],
  director_script: evaluation.slice(0, 1),
  evaluator: evaluation,
  best_of_evaluator: ['tries'],
};

/** The names that every task sees: the variables of the workflow. A definition of the library sees no others. */
export function globalScope(document: WorkflowDocument): Scope {
  return { variables: document.variables };
}

/** The place of a task of a document. Make the siblings once, by {@link documentSiblings}. */
export function scopeOfTask(document: WorkflowDocument, siblings: Siblings, id: TaskId, task: Task): TaskScope {
  const beside = { siblings, member: id };
  return makePlace(task, { role: 'task', path: ['tasks', id], label: id, beside, outer: globalScope(document) });
}

/** The place of a task of which nothing is known but itself. */
export function scopeOfLoneTask(task: Task): TaskScope {
  return makePlace(task, { role: 'task', path: [], label: task.id ?? '', beside: undefined, outer: {} });
}

/** The tasks of a document as siblings. */
export function documentSiblings(document: WorkflowDocument): Siblings {
  return new Siblings('graph', document.tasks, ['tasks']);
}

/** The place of what a definition of the library runs. A template that is found by matching may be an evaluator. */
export function scopeOfDefinition(
  document: WorkflowDocument,
  name: string,
  definition: Definition,
  task: Task,
): TaskScope {
  const parameters = Object.fromEntries((definition.parameters ?? []).map((parameter) => [parameter.name, parameter]));
  const bindings = definition.criteria === undefined ? [] : evaluation;
  const outer = { inputs: parameters, bindings, outer: globalScope(document) };
  const path = ['library', name, 'task'];
  return makePlace(task, { role: 'definition', path, label: name, beside: undefined, outer });
}

/** The place of a task in one that is at `place`. `siblings` are those that the container holds, if it does. */
function placeOfPart(part: Task, own: PartPosition, place: TaskScope, siblings: Siblings | undefined): TaskScope {
  const { role, path, id } = own;
  const isSibling = role === 'step' || role === 'subtask';
  const given = givenByRole[role];
  const around = role === 'input' ? place.before : place.within;
  return makePlace(part, {
    role,
    path: [...place.path, ...path],
    label: id ?? labelOf(path),
    beside: isSibling && siblings !== undefined ? { siblings, member: id } : undefined,
    outer: given === undefined ? around : { bindings: given, outer: around },
  });
}

function labelOf(path: DocumentPath): string {
  const last = path.findLast((step) => step !== 'task');
  return typeof last === 'number' ? `case ${last + 1}` : String(last);
}

type At = Omit<TaskScope, 'before' | 'within'> & { readonly outer: Scope };

// Spelled out, as it is made for every task of a document: copying objects would take longer than all else here.
function makePlace(task: Task, { role, path, label, beside, outer }: At): TaskScope {
  const { variables, inputs } = task;
  const before: Scope = { variables, bindings: ownBindings(task), beside, outer };
  const within = inputs === undefined ? before : { inputs, outer: before };
  return { role, path, label, beside, before, within };
}

const noBindings: readonly string[] = [];

/** What a task sees because of its own fields: rounds of its loop, and the slots of directors and evaluators. */
function ownBindings(task: Task): readonly string[] {
  const { loop, outputSlot, inputSource, subtype } = task;
  if (loop === undefined && outputSlot === undefined && inputSource === undefined && subtype === undefined)
    return noBindings;
  return [
    ...(loop === undefined ? [] : ['iteration', 'last']),
    ...(outputSlot === undefined ? [] : [outputSlot]),
    ...(inputSource === undefined ? [] : [inputSource]),
    ...(subtype === 'director' || subtype === 'evaluator' ? [latestEvaluation] : []),
    ...(subtype === 'evaluator' ? evaluation : []),
  ];
}

/** What is done to a task at its place, which may hold siblings; gives the task that is there afterwards. */
export type Visit = (task: Task, place: TaskScope, siblings: Siblings | undefined) => Task;

/** Passes a task, then every task within it, through a function; the same object if none changed. */
export function mapWithin(task: Task, place: TaskScope, visit: Visit): Task {
  const siblings = siblingsIn(task, place.path);
  const visited = visit(task, place, siblings);
  return mapParts(visited, (part, own) => mapWithin(part, placeOfPart(part, own, place, siblings), visit));
}
