import type { DocumentPath } from '../diagnostic';
import { taskOf } from '../document';
import { checkExpression as checkSource } from '../expressions/cel';
import { type ExpressionReference, expressionReferences } from '../expressions/scan-expression';
import type { TextPlace } from '../expressions/task-texts';
import type { TaskId } from '../names';
import type { Task } from '../tasks';
import { reportOrder } from './check-reference';
import { type Checking, didYouMean } from './checking';
import { orderOf, type Reader } from './names-in-scope';

/** Whether an expression can be read, and whether the tasks, inputs and variables it names are there. */
export function checkExpression(
  checking: Checking,
  reader: Reader,
  source: string,
  place: TextPlace,
  path: DocumentPath,
): void {
  const references = expressionReferences(source);
  const dashed = dashedId(checking, source, references);
  if (dashed !== undefined) {
    checking.report('HED401', path, `As the id has a - or a dot, write tasks["${dashed}"].`);
    return;
  }
  const checked = checkSource(source, namesIn(reader.task, place));
  if (!checked.ok) {
    const { message, at } = checked.error;
    checking.report('HED401', path, at === undefined ? message : `At character ${at + 1}: ${message}`);
    return;
  }
  const distinct = new Map(references.map((reference) => [`${reference.root}.${reference.name}`, reference]));
  for (const reference of distinct.values()) checkName(checking, reader, reference, path);
}

/** What an expression may name, by the place it stands in (language page, Expressions). */
function namesIn(task: Task, place: TextPlace): readonly string[] {
  const names = ['tasks', 'inputs', 'variables'];
  if (task.loop !== undefined) names.push('iteration', 'last');
  if (place === 'result') names.push('output', 'content', 'status');
  return names;
}

/** An id such as `fetch-it` that was written `tasks.fetch-it`, which means something else. */
function dashedId(checking: Checking, source: string, references: readonly ExpressionReference[]): string | undefined {
  for (const { root, name, from, to } of references) {
    if (root !== 'tasks' || taskOf(checking.document, name) !== undefined || !/[-.]/.test(source[to] ?? '')) continue;
    const meant = checking.graph.ids.find((id) => id.length > name.length && source.startsWith(id, from + 1));
    if (meant !== undefined) return meant;
  }
  return undefined;
}

function checkName(checking: Checking, reader: Reader, reference: ExpressionReference, path: DocumentPath): void {
  const { root, name, guarded } = reference;
  const { document, graph } = checking;
  if (root === 'tasks' && taskOf(document, name) !== undefined) {
    reportOrder(checking, reader.id, orderOf(checking, reader.id, [name as TaskId]), `tasks.${name}`, path);
    return;
  }
  const { inputs = {}, variables = {} } = reader.task;
  const scopes = root === 'tasks' ? [] : root === 'inputs' ? [inputs] : [variables, document.variables ?? {}];
  if (root !== 'tasks' && (guarded || scopes.some((scope) => Object.hasOwn(scope, name)))) return;
  const guess = checking.guess(name, root === 'tasks' ? graph.ids : scopes.flatMap(Object.keys));
  checking.report('HED305', path, `No ${root.slice(0, -1)} “${name}”.${didYouMean(guess)}`);
}
