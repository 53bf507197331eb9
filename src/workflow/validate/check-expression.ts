import { cutToStart } from '@/base/start-of';
import type { DocumentPath, Fix } from '../diagnostic';
import { checkExpression as checkSource } from '../expressions/cel';
import { applyEdits } from '../expressions/language/edits';
import type { ExpressionProblem } from '../expressions/language/prepare';
import { rewriteSkipTests } from '../expressions/language/skip-tests';
import { replaceSpans } from '../expressions/replace-spans';
import { type ExpressionReference, formatAccessor, listExpressionReferences } from '../expressions/scan-expression';
import { findTask, listGuessableNames, listLevels, type Scope } from '../graph/scope';
import type { TaskScope } from '../graph/task-scopes';
import type { TaskId } from '../names';
import { checkOrder } from './check-reference';
import { type Checking, formatGuess } from './checking';
import { hasQuotedTemplate, mendExpression } from './mend-expression';

/** Checks that an expression can be parsed, and that the tasks, inputs and variables it names exist. */
export function validateExpression(
  checking: Checking,
  reader: TaskScope | undefined,
  source: string,
  scope: Scope,
  path: DocumentPath,
): void {
  const references = listExpressionReferences(source);
  const dashed = findDashedId(source, references, scope);
  if (dashed !== undefined) {
    const text = replaceSpans(source, dashed.spans, () => formatAccessor(dashed.id));
    const message = `As the id has a - or a dot, write tasks["${dashed.id}"].`;
    checking.report('HED401', path, message, createChangeFix(path, text));
    return;
  }
  const checked = checkSource(source, listBareNames(scope));
  if (!checked.ok || hasQuotedTemplate(source, scope)) {
    reportInvalid(checking, source, scope, path, checked.ok ? undefined : checked.error);
    return;
  }
  reportSkipTest(checking, source, path);
  const distinct = new Map(references.map((reference) => [`${reference.root}.${reference.name}`, reference]));
  for (const reference of distinct.values()) checkName(checking, reader, source, reference, scope, path);
}

/** Reports a test for a skipped task that former versions had. */
function reportSkipTest(checking: Checking, source: string, path: DocumentPath): void {
  const edits = rewriteSkipTests(source);
  if (edits.length === 0) return;
  const { text } = applyEdits(source, edits);
  const message = `A task that was skipped has a record too, so this is read as: ${text}`;
  checking.report('HED526', path, message, { kind: 'replace', title: 'Write it so', path, text });
}

const roots = ['tasks', 'inputs', 'variables'];

/** The bare names that an expression may use (language page, Expressions). */
function listBareNames(scope: Scope): readonly string[] {
  const names = new Set(roots);
  for (const { bindings = [] } of listLevels(scope)) for (const name of bindings) names.add(name);
  return [...names];
}

/** The longest text in a fix that its title shows. */
const longestTitle = 60;

function createChangeFix(path: DocumentPath, text: string): Fix {
  const shown = text.length > longestTitle ? `${cutToStart(text, longestTitle)}…` : text;
  return { kind: 'replace', title: `Change to ${shown}`, path, text };
}

/** Reports an expression that is not valid: in the words of what it was taken from, if that is another tool's. */
function reportInvalid(
  checking: Checking,
  source: string,
  scope: Scope,
  path: DocumentPath,
  error: ExpressionProblem | undefined,
): void {
  const unknown = /^Unknown variable: (\w+)/.exec(error?.message ?? '')?.[1];
  const listNameCandidates = () => [...new Set([...listGuessableNames(scope), ...listBareNames(scope)])];
  const guess = (name: string) => (name === unknown ? checking.guess(name, listNameCandidates) : undefined);
  const mended = mendExpression(source, scope, guess);
  const why =
    error === undefined
      ? []
      : [error.at === undefined ? error.message : `At character ${error.at + 1}: ${error.message}`];
  const ways = unknown !== undefined && mended === undefined ? [howToName] : [];
  const message = [...why, ...(mended?.advice ?? []), ...ways].join(' ');
  const isMended = mended !== undefined && mended.text !== source;
  checking.report('HED401', path, message, isMended ? createChangeFix(path, mended.text) : undefined);
}

const howToName = 'A task is written tasks.ID.output, an input inputs.NAME, a variable variables.NAME.';

/** An id such as `fetch-it` that was written `tasks.fetch-it`, which CEL reads as a subtraction, and where. */
function findDashedId(source: string, references: readonly ExpressionReference[], scope: Scope) {
  for (const { root, name, from, to } of references) {
    if (root !== 'tasks' || !/[-.]/.test(source[to] ?? '') || findTask(scope, name) !== undefined) continue;
    const id = listReachableIds(scope).find((one) => one.length > name.length && source.startsWith(one, from + 1));
    if (id === undefined) continue;
    const isSameReference = (one: ExpressionReference) => one.root === 'tasks' && source.startsWith(id, one.from + 1);
    const spans = references.filter(isSameReference).map((one) => ({ from: one.from, to: one.from + 1 + id.length }));
    return { id, spans };
  }
  return undefined;
}

function checkName(
  checking: Checking,
  reader: TaskScope | undefined,
  source: string,
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
  } else if (guarded || listLevels(scope).some((level) => Object.hasOwn(level[root] ?? {}, name))) return;
  const listMemberCandidates = () =>
    root === 'tasks' ? listReachableIds(scope) : listLevels(scope).flatMap((level) => Object.keys(level[root] ?? {}));
  const guess = checking.guess(name, listMemberCandidates);
  const uses = listExpressionReferences(source).filter((one) => one.root === root && one.name === name);
  const fix =
    guess &&
    createChangeFix(
      path,
      replaceSpans(source, uses, () => formatAccessor(guess)),
    );
  checking.report('HED305', path, `No ${root.slice(0, -1)} “${name}”.${formatGuess(guess)}`, fix || undefined);
}

function listReachableIds(scope: Scope): readonly TaskId[] {
  return listLevels(scope).flatMap(({ beside }) => beside?.siblings.ids() ?? []);
}
