import { defined } from '@/base/defined';
import { nameProblem } from '@/base/name';
import { ok, type Result } from '@/base/result';
import type { Definition, WorkflowDocument } from '../../document';
import { buildParametersOwner } from '../../function-path';
import { findMeaning, mapNameUses, type NameUse } from '../../graph/name-uses';
import { createDefinitionScope, mapWithin } from '../../graph/task-scopes';
import { mapEveryTask } from '../../map-every-task';
import { mapField } from '../../map-same';
import type { TaskPath } from '../../task-path';
import type { Task } from '../../tasks';
import { type EditRefusal, refuseEdit } from '../edit-refusal';

/** A parameter of a function. */
export interface ParameterOf {
  /** The name of the function. */
  readonly of: string;
  readonly parameter: string;
}

/** Arguments of {@link renameParameter}. */
export interface RenameParameter extends ParameterOf {
  readonly newName: string;
}

/** Renames a parameter, what reads it in the function, and the arguments of all calls. */
export function renameParameter(
  document: WorkflowDocument,
  { of, parameter, newName }: RenameParameter,
): Result<WorkflowDocument, EditRefusal> {
  const definition = findDefinition(document, of, parameter);
  if (definition === undefined) return refuseEdit(`“${of}” has no parameter “${parameter}” any more.`);
  if (newName === parameter) return ok(document);
  const problem = nameProblem(newName);
  if (problem !== undefined) return refuseEdit(problem);
  if (definition.parameters?.some(({ name }) => name === newName))
    return refuseEdit(`“${of}” has a parameter “${newName}” already. Choose another name.`);
  let clash: TaskPath | undefined;
  const task =
    definition.task &&
    mapUses(document, of, definition, definition.task, (use) => {
      const meant = findMeaning(use);
      if (meant?.kind === 'field' && meant.owner === undefined && meant.name === newName) clash ??= use.reader;
      if (meant?.kind !== 'field' || meant.owner !== buildParametersOwner(of) || meant.name !== parameter)
        return undefined;
      const text =
        use.form === 'template' || use.form === 'from' ? newName + use.text.slice(parameter.length) : newName;
      const then = findMeaning({ ...use, text });
      if (then !== undefined && !(then.kind === 'field' && then.owner === undefined)) clash ??= use.reader;
      return text;
    });
  if (clash !== undefined)
    return refuseEdit(`Something else is read as “${newName}” in the function. Choose another name.`);
  const parameters = definition.parameters?.map((one) => (one.name === parameter ? { ...one, name: newName } : one));
  const renamed = setDefinition(document, of, {
    ...definition,
    ...defined({ parameters, task }),
  });
  return ok(mapArguments(renamed, of, (name) => (name === parameter ? newName : name)));
}

/** Removes a parameter, and the arguments of all calls for it. What reads it in the function stays as it is. */
export function removeParameter(
  document: WorkflowDocument,
  { of, parameter }: ParameterOf,
): Result<WorkflowDocument, EditRefusal> {
  const definition = findDefinition(document, of, parameter);
  if (definition === undefined) return refuseEdit(`“${of}” has no parameter “${parameter}” any more.`);
  const { parameters = [], ...others } = definition;
  const left = parameters.filter(({ name }) => name !== parameter);
  const removed = setDefinition(document, of, left.length === 0 ? others : { ...definition, parameters: left });
  return ok(mapArguments(removed, of, (name) => (name === parameter ? undefined : name)));
}

/** The tasks of a function that read a parameter, in the order of the document. */
export function listParameterReaders(document: WorkflowDocument, { of, parameter }: ParameterOf): readonly TaskPath[] {
  const definition = findDefinition(document, of, parameter);
  const readers = new Set<TaskPath>();
  if (definition?.task === undefined) return [];
  mapUses(document, of, definition, definition.task, (use) => {
    const meant = findMeaning(use);
    if (meant?.kind === 'field' && meant.owner === buildParametersOwner(of) && meant.name === parameter)
      readers.add(use.reader);
    return undefined;
  });
  return [...readers];
}

function findDefinition({ library = {} }: WorkflowDocument, name: string, parameter: string): Definition | undefined {
  const definition = Object.hasOwn(library, name) ? library[name] : undefined;
  return definition?.parameters?.some((one) => one.name === parameter) ? definition : undefined;
}

function setDefinition(document: WorkflowDocument, name: string, definition: Definition): WorkflowDocument {
  return { ...document, library: { ...document.library, [name]: definition } };
}

/** Passes each use of a name in a function through a function; undefined: it stays. */
function mapUses(
  document: WorkflowDocument,
  name: string,
  definition: Definition,
  task: Task,
  visit: (use: NameUse) => string | undefined,
): Task {
  const scope = createDefinitionScope(document, name, definition, task);
  return mapWithin(task, scope, (part, place) => mapNameUses(part, place, visit));
}

/** Passes the names of the arguments of all calls of a function through a function; undefined: it goes. */
function mapArguments(
  document: WorkflowDocument,
  name: string,
  map: (argument: string) => string | undefined,
): WorkflowDocument {
  return mapEveryTask(document, (task) => {
    if (task.type !== 'call' || task.ref !== name) return task;
    return mapField(task, 'args', (args) => {
      const entries = Object.entries(args);
      const mapped = entries.map(([key, value]) => [map(key), value] as const);
      if (mapped.every(([key], index) => key === entries[index]?.[0])) return args;
      const left = mapped.flatMap(([key, value]) => (key === undefined ? [] : [[key, value] as const]));
      return left.length === 0 ? undefined : Object.fromEntries(left);
    });
  });
}
