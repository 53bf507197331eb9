import type { DocumentPath } from '../diagnostic';
import { checkExpression as checkSource } from '../expressions/cel';
import { type ExpressionReference, expressionReferences } from '../expressions/scan-expression';
import { findTask, levels, type Scope } from '../graph/scope';
import type { TaskScope } from '../graph/task-scopes';
import type { TaskId } from '../names';
import { checkOrder } from './check-reference';
import { type Checking, didYouMean } from './checking';

/** Checks that an expression can be parsed, and that the tasks, inputs and variables it names exist. */
export function validateExpression(
  checking: Checking,
  reader: TaskScope | undefined,
  source: string,
  scope: Scope,
  path: DocumentPath,
): void {
  const references = expressionReferences(source);
  const dashed = dashedId(source, references, scope);
  if (dashed !== undefined) {
    checking.report('HED401', path, `As the id has a - or a dot, write tasks["${dashed}"].`);
    return;
  }
  const checked = checkSource(source, bareNames(scope));
  if (!checked.ok) {
    const { message, at } = checked.error;
    checking.report('HED401', path, at === undefined ? message : `At character ${at + 1}: ${message}`);
    return;
  }
  const distinct = new Map(references.map((reference) => [`${reference.root}.${reference.name}`, reference]));
  for (const reference of distinct.values()) checkName(checking, reader, reference, scope, path);
}

const roots = ['tasks', 'inputs', 'variables'];

/** The bare names that an expression may use (language page, Expressions). */
function bareNames(scope: Scope): readonly string[] {
  const names = new Set(roots);
  for (const { bindings = [] } of levels(scope)) for (const name of bindings) names.add(name);
  return [...names];
}

/** An id such as `fetch-it` that was written `tasks.fetch-it`, which CEL reads as a subtraction. */
function dashedId(source: string, references: readonly ExpressionReference[], scope: Scope): string | undefined {
  for (const { root, name, from, to } of references) {
    if (root !== 'tasks' || !/[-.]/.test(source[to] ?? '') || findTask(scope, name) !== undefined) continue;
    const meant = taskIds(scope).find((id) => id.length > name.length && source.startsWith(id, from + 1));
    if (meant !== undefined) return meant;
  }
  return undefined;
}

function checkName(
  checking: Checking,
  reader: TaskScope | undefined,
  { root, name, guarded }: ExpressionReference,
  scope: Scope,
  path: DocumentPath,
): void {
  if (root === 'tasks') {
    const beside = findTask(scope, name);
    if (beside !== undefined) {
      if (reader) checkOrder(checking, reader, { sources: [name as TaskId], beside }, `tasks.${name}`, path);
      return;
    }
  } else if (guarded || levels(scope).some((level) => Object.hasOwn(level[root] ?? {}, name))) return;
  const candidates = () =>
    root === 'tasks' ? taskIds(scope) : levels(scope).flatMap((level) => Object.keys(level[root] ?? {}));
  checking.report('HED305', path, `No ${root.slice(0, -1)} “${name}”.${didYouMean(checking.guess(name, candidates))}`);
}

function taskIds(scope: Scope): readonly TaskId[] {
  return levels(scope).flatMap(({ beside }) => beside?.siblings.ids() ?? []);
}
