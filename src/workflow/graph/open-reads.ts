import { listReferenceNames } from '../expressions/reference';
import { listExpressionReferences } from '../expressions/scan-expression';
import { mapTexts } from '../expressions/task-texts';
import { listTemplateReferences } from '../expressions/template';
import { buildPartPath, listParts, type TaskPath } from '../task-path';
import type { Task } from '../tasks';
import { findReference, listLevels, type Scope } from './scope';
import { findSiblingsIn } from './siblings';
import { createLoneTaskScope, listGivenNames } from './task-scopes';

/** For each name, the tasks that read it, by their paths from the task on; `''`: the task itself. */
type OpenReads = ReadonlyMap<string, readonly TaskPath[]>;

const known = new WeakMap<Task, OpenReads>();

/**
 * The names that a task and the tasks within it read and that nothing in it gives, such as the parameters of its
 * function, each with its readers. Computed once per task object, so that an edit costs what it touches.
 */
export function collectOpenReads(task: Task): OpenReads {
  const found = known.get(task);
  if (found !== undefined) return found;
  const readers = new Map<string, TaskPath[]>();
  const addReader = (name: string, taskPath: TaskPath) => {
    const all = readers.get(name);
    if (all === undefined) readers.set(name, [taskPath]);
    else all.push(taskPath);
  };
  for (const name of collectOwnReads(task)) addReader(name, '');
  const siblings = findSiblingsIn(task, []);
  const own = { ...task.inputs, ...task.variables };
  for (const { task: part, position } of listParts(task)) {
    const given = listGivenNames(position.role);
    const isSibling = position.role === 'step' || position.role === 'subtask';
    for (const [name, paths] of collectOpenReads(part)) {
      const isBeside = isSibling && (siblings?.has(name) || siblings?.returning(name) !== undefined);
      if (isBeside || Object.hasOwn(own, name) || given.includes(name)) continue;
      for (const path of paths) addReader(name, path === '' ? position.segment : buildPartPath(position.segment, path));
    }
  }
  known.set(task, readers);
  return readers;
}

/** The names that the own texts of a task read, and that it does not have itself. */
function collectOwnReads(task: Task): ReadonlySet<string> {
  const names = new Set<string>();
  const reference = (text: string, scope: Scope) => {
    if (findReference(scope, text) === undefined) for (const name of listReferenceNames(text)) names.add(name);
    return text;
  };
  mapTexts(task, createLoneTaskScope(task), {
    template(text, scope) {
      for (const one of listTemplateReferences(text)) reference(one, scope);
      return text;
    },
    expression(source, scope) {
      for (const { root, name } of listExpressionReferences(source)) {
        if (root === 'inputs' && !listLevels(scope).some(({ inputs }) => Object.hasOwn(inputs ?? {}, name)))
          names.add(name);
      }
      return source;
    },
    reference,
  });
  return names;
}
