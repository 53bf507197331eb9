import { computeOnce } from '@/base/compute-once';
import type { DocumentPath } from '../diagnostic';
import { type Definition, findDefinitionAt, type WorkflowDocument } from '../document';
import { buildFunctionPath, buildParametersOwner, findFunctionName } from '../function-path';
import { buildInputShape } from '../inputs/input-shape';
import type { TaskId } from '../names';
import { buildPartPath, type TaskPath } from '../task-path';
import type { Task } from '../tasks';
import { mapParts, type PartPosition, type PartRole } from '../tasks/parts';
import type { Beside, Scope } from './scope';
import { findSiblingsIn, Siblings } from './siblings';
import { anyShape, createExactShape, type ValueShape } from './value-shape';

/** The role of a task in its container. */
export type Role = PartRole | 'task' | 'definition';

/** The position of a task, and the names that it can use. */
export interface TaskScope {
  readonly role: Role;
  /** The document path: steps by their index, subtasks by their id. */
  readonly path: DocumentPath;
  readonly taskPath: TaskPath;
  /** Its name in messages. */
  readonly label: string;
  /** Its siblings; undefined for a part that is alone, such as an inner task. */
  readonly beside: Beside | undefined;
  /** The names that its inputs can use: variables, loop bindings, siblings, then outward. */
  readonly before: Scope;
  /** The names that its prompt can use: its inputs too. */
  readonly within: Scope;
}

const evaluation = ['target_content', 'stdout', 'stderr', 'exit_code'];
/** In a loop it also knows what the director asks for. */
const requestedEvaluation = [...evaluation, 'criteria', 'target'];
const latestEvaluation = 'last_evaluator_output';

const noBindings: readonly string[] = [];

/** The names that a container gives a task by its role, besides the names around it. */
const givenByRole: { readonly [K in PartRole]?: readonly string[] } = {
  map_item: ['item', 'index', 'name'],
  reduce_item: ['current_data', 'item', 'index', 'name'],
  reduction: ['current_result', 'accumulator', 'original_input', 'index', 'name'],
  director: [latestEvaluation],
  director_script: evaluation.slice(0, 1),
  evaluator: requestedEvaluation,
  best_of_evaluator: ['tries'],
};

/** The names that a container gives a part by its role. */
export function listGivenNames(role: PartRole): readonly string[] {
  return givenByRole[role] ?? noBindings;
}

/**
 * The names that every task sees: the variables and inputs of the workflow. A definition of the library sees no others.
 */
export function createGlobalScope(document: WorkflowDocument): Scope {
  return document.inputs === undefined ? { variables: document.variables } : createScopeOfInputs(document);
}

/** An input is a variable too. */
const createScopeOfInputs = computeOnce(({ inputs = {}, variables }: WorkflowDocument): Scope => {
  const shapes = Object.entries(inputs).map(([name, input]) => [name, buildInputShape(input)]);
  return { inputs, variables: { ...inputs, ...variables }, shapes: Object.fromEntries(shapes) };
});

/**
 * The scope of a top-level task, or of the task of the definition at the path `id`. Make the siblings once, by
 * {@link createDocumentSiblings}.
 */
export function createTaskScope(document: WorkflowDocument, siblings: Siblings, id: TaskPath, task: Task): TaskScope {
  const definition = findDefinitionAt(document, id);
  if (definition !== undefined) return createDefinitionScope(document, findFunctionName(id) ?? '', definition, task);
  const beside = { siblings, member: id as TaskId };
  return makePlace(task, {
    role: 'task',
    path: ['tasks', id],
    taskPath: id,
    label: id,
    beside,
    outer: createGlobalScope(document),
  });
}

/** The scope of a task of which only itself is known. */
export function createLoneTaskScope(task: Task): TaskScope {
  return makePlace(task, { role: 'task', path: [], taskPath: '', label: task.id ?? '', beside: undefined, outer: {} });
}

/** The tasks of a document as siblings. */
export function createDocumentSiblings(document: WorkflowDocument): Siblings {
  return new Siblings('graph', document.tasks, ['tasks']);
}

/** The scope of the task of a definition. A template that is found by matching may be an evaluator. */
export function createDefinitionScope(
  document: WorkflowDocument,
  name: string,
  definition: Definition,
  task: Task,
): TaskScope {
  const parameters = Object.fromEntries((definition.parameters ?? []).map((parameter) => [parameter.name, parameter]));
  const bindings = definition.criteria === undefined ? [] : requestedEvaluation;
  const around = bindings.length === 0 ? createGlobalScope(document) : { bindings, outer: createGlobalScope(document) };
  const taskPath = buildFunctionPath(name);
  const outer = { inputs: parameters, owner: buildParametersOwner(name), outer: around };
  const path = ['library', name, 'task'];
  return makePlace(task, { role: 'definition', path, taskPath, label: name, beside: undefined, outer });
}

/** The scope of a task in the container at `place`. `siblings`: those in the container, if it has any. */
export function placeOfPart(
  part: Task,
  own: PartPosition,
  place: TaskScope,
  siblings: Siblings | undefined,
): TaskScope {
  const { role, path, id, segment } = own;
  const isSibling = role === 'step' || role === 'subtask';
  const given = givenByRole[role];
  const around = role === 'input' ? place.before : place.within;
  return makePlace(part, {
    role,
    path: [...place.path, ...path],
    taskPath: buildPartPath(place.taskPath, segment),
    label: id ?? formatPlaceLabel(path),
    beside: isSibling && siblings !== undefined ? { siblings, member: id } : undefined,
    outer: given === undefined ? around : { bindings: given, owner: place.taskPath, outer: around },
  });
}

function formatPlaceLabel(path: DocumentPath): string {
  const last = path.findLast((step) => step !== 'task');
  return typeof last === 'number' ? `case ${last + 1}` : String(last);
}

type At = Omit<TaskScope, 'before' | 'within'> & { readonly outer: Scope };

// Written out field by field, as it runs for every task of a document: copying objects would take longer than
// everything else here.
function makePlace(task: Task, { role, path, taskPath, label, beside, outer }: At): TaskScope {
  const { variables, inputs } = task;
  const owner = taskPath;
  const before: Scope = {
    variables,
    bindings: listOwnBindings(task),
    state: findStateShape(task),
    beside,
    owner,
    outer,
  };
  const within = inputs === undefined ? before : { inputs, owner, outer: before };
  return { role, path, taskPath, label, beside, before, within };
}

/** The names that a task can use because of its own fields: rounds of its loop, slots of directors and evaluators. */
function listOwnBindings(task: Task): readonly string[] {
  const { loop, outputSlot, inputSource, subtype } = task;
  if (loop === undefined && outputSlot === undefined && inputSource === undefined && subtype === undefined)
    return noBindings;
  return [
    ...(loop === undefined ? [] : ['iteration', 'last']),
    ...(loop?.state === undefined ? [] : ['state']),
    ...(outputSlot === undefined ? [] : [outputSlot]),
    ...(inputSource === undefined ? [] : [inputSource]),
    ...(subtype === 'director' || subtype === 'evaluator' ? [latestEvaluation] : []),
    ...(subtype === 'evaluator' ? evaluation : []),
  ];
}

/** What a loop hands on to its next round. */
function findStateShape({ loop }: Task): ValueShape | undefined {
  if (loop?.state === undefined) return undefined;
  return createExactShape(Object.fromEntries(Object.keys(loop.state).map((name) => [name, anyShape])));
}

/** Maps a task in its scope, which may have siblings; returns the new task. */
export type Visit = (task: Task, place: TaskScope, siblings: Siblings | undefined) => Task;

/** Passes a task, then every task within it, through a function; the same object if none changed. */
export function mapWithin(task: Task, place: TaskScope, visit: Visit): Task {
  const siblings = findSiblingsIn(task, place.path);
  const visited = visit(task, place, siblings);
  return mapParts(visited, (part, own) => mapWithin(part, placeOfPart(part, own, place, siblings), visit));
}
