import type { Context } from '@marcbachmann/cel-js';
import type { Json } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import { formatTypeWithArticle } from './extensions/type-words';
import { createNamedEnvironment, getBaseEnvironment } from './language/base-environment';
import { explainExpressionError } from './language/explain';
import { type ExpressionProblem, prepareExpression } from './language/prepare';
import { toJson } from './language/to-json';
import { memoize } from './memoize';
import { hideWholeNumbers, restoreWholeNumbers } from './whole-numbers';

/** Environments by the set of names that they know: there are only a handful of such sets. */
const checkerOf = memoize(10_000, (names: string) => createNamedEnvironment(names.split(' ')));

/** Checks an expression without evaluating it. `names` are the names it may use, e.g. `tasks`, `inputs`, `output`. */
export function checkExpression(source: string, names: readonly string[]): Result<void, ExpressionProblem> {
  return checked(`${names.join(' ')}\n${source}`);
}

/** Cached by names and source: as an author types, the same expressions are checked again and again. */
const checked = memoize(2_000_000, (key: string): Result<void, ExpressionProblem> => {
  const end = key.indexOf('\n');
  const source = key.slice(end + 1);
  if (source.trim() === '') return err({ message: 'The expression is empty.', at: 0 });
  const prepared = prepareExpression(checkerOf(key.slice(0, end)), source);
  return prepared.ok ? ok(undefined) : prepared;
});

/** What an expression gives, by its types alone: `true or false`, `a whole number`, `any value`. */
export function inferExpressionType(source: string): Result<string, ExpressionProblem> {
  const expression = prepared(source);
  return expression.ok ? ok(formatTypeWithArticle(expression.value.check().type ?? 'dyn')) : expression;
}

/** Prepared expressions: a loop or a retry evaluates the same few again and again. */
const prepared = memoize(100_000, (source: string) => prepareExpression(getBaseEnvironment(), source));

/**
 * Evaluates an expression over the given names. Only own members of objects are visible. The result is JSON, as
 * `toJson` has it. Error: what went wrong, for a person.
 */
export function evaluateExpression(
  source: string,
  names: Readonly<Record<string, Json>>,
): Result<Json, { readonly message: string }> {
  const { value: known, digits } = hideWholeNumbers(names);
  const evaluated = evaluateCel(source, new Map(Object.entries(known)));
  if (!evaluated.ok) return evaluated;
  try {
    return ok(restoreWholeNumbers(toJson(evaluated.value), digits));
  } catch (error) {
    return err({ message: explainExpressionError(getBaseEnvironment(), error) });
  }
}

/** Evaluates an expression over values of CEL. The result is one too: a whole number is a bigint. */
export function evaluateCel(
  source: string,
  names: ReadonlyMap<string, unknown>,
): Result<unknown, { readonly message: string }> {
  const expression = prepared(source);
  if (!expression.ok) return expression;
  try {
    return ok(expression.value(names as Context));
  } catch (error) {
    return err({ message: explainExpressionError(getBaseEnvironment(), error) });
  }
}
