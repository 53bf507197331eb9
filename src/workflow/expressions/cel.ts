import { type Context, Environment, type ParseResult } from '@marcbachmann/cel-js';
import type { Json } from '@/base/json';
import { err, ok, type Result } from '@/base/result';
import { boundedMatch, matchFunction, withBoundedMatches } from './bounded-match';
import { memoize } from './memoize';

/** Why an expression is not valid, for a person, and where (offset in UTF-16 units). */
export interface ExpressionProblem {
  readonly message: string;
  readonly at?: number;
}

/** Bounds of an expression, so that no document can keep the evaluator busy for long. */
const limits = { maxAstNodes: 2000, maxDepth: 64, maxListElements: 1000, maxMapEntries: 1000, maxCallArguments: 16 };
const options = { homogeneousAggregateLiterals: false, limits };

/**
 * Adds arithmetic and comparison between doubles and integers: JSON numbers are doubles and literals are integers, so
 * `output.score + 1` would be refused otherwise.
 */
function withMixedNumbers(environment: Environment): Environment {
  const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
    '%': (a, b) => a % b,
  };
  for (const [operator, apply] of Object.entries(arithmetic)) {
    const mixed = (a: number | bigint, b: number | bigint) => apply(Number(a), Number(b));
    environment.registerOperator(`int ${operator} double: double`, mixed);
    environment.registerOperator(`double ${operator} int: double`, mixed);
    if (operator === '%') environment.registerOperator('double % double: double', mixed);
  }
  return environment;
}

const base = withMixedNumbers(new Environment({ ...options, unlistedVariablesAreDyn: true })).registerFunction(
  `string.${matchFunction}(string): bool`,
  boundedMatch,
);

/** Environments by the set of names that they know: there are only a handful of such sets. */
const checkerOf = memoize(10_000, (names: string): Environment => {
  const checker = base.clone({ ...options, unlistedVariablesAreDyn: false });
  for (const name of names.split(' ').filter(isVariable)) checker.registerVariable(name, 'dyn');
  return checker;
});

/** Whether CEL can have a variable of this name: an author may have named a binding like one of CEL's own words. */
function isVariable(name: string): boolean {
  try {
    base.clone(options).registerVariable(name, 'dyn');
    return true;
  } catch {
    return false;
  }
}

/** Checks an expression without evaluating it. `names` are the names it may use, e.g. `tasks`, `inputs`, `output`. */
export function checkExpression(source: string, names: readonly string[]): Result<void, ExpressionProblem> {
  return checked(`${names.join(' ')}\n${source}`);
}

/** Cached by names and source: as an author types, the same expressions are checked again and again. */
const checked = memoize(2_000_000, (key: string): Result<void, ExpressionProblem> => {
  const end = key.indexOf('\n');
  const source = key.slice(end + 1);
  if (source.trim() === '') return err({ message: 'The expression is empty.', at: 0 });
  const { valid, error } = checkerOf(key.slice(0, end)).check(withBoundedMatches(source));
  if (valid) return ok(undefined);
  const at = error?.range?.start;
  return err({ message: explain(error), ...(at === undefined ? {} : { at }) });
});

/** Parsed expressions: a loop or a retry evaluates the same few again and again. */
const parse = memoize(100_000, (source: string): ParseResult => base.parse(withBoundedMatches(source)));

/**
 * Evaluates an expression over the given names. Only own members of objects are visible. The result is JSON: integers
 * become numbers, timestamps ISO text, bytes and types text. Error: what went wrong, for a person.
 */
export function evaluateExpression(
  source: string,
  names: Readonly<Record<string, Json>>,
): Result<Json, { readonly message: string }> {
  try {
    const context: Context = new Map(Object.entries(names));
    return ok(toJson(parse(source)(context)));
  } catch (error) {
    return err({ message: explain(error) });
  }
}

function toJson(value: unknown): Json {
  switch (typeof value) {
    case 'bigint':
      return Number(value);
    case 'number':
      if (!Number.isFinite(value)) throw new Error('The result is not a finite number, as after a division by zero.');
      return value;
    case 'string':
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : objectToJson(value);
    default:
      throw new Error('The result is not a value that can be stored.');
  }
}

function objectToJson(value: object): Json {
  if (Array.isArray(value) || value instanceof Set) return [...value].map(toJson);
  if (value instanceof Uint8Array) return new TextDecoder().decode(value);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, member]) => [String(key), toJson(member)]));
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === Object.prototype || prototype === null) {
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]));
  }
  const primitive: unknown = value.valueOf();
  return typeof primitive === 'object' ? String(value) : toJson(primitive);
}

/** The evaluator's message without its excerpt of the source, with the function name that the author wrote. */
function explain(error: unknown): string {
  const summary =
    error instanceof Error && 'summary' in error && typeof error.summary === 'string'
      ? error.summary
      : error instanceof Error
        ? error.message
        : String(error);
  const text = summary
    .replaceAll(matchFunction, 'matches')
    .replace('Unexpected token: EOF', 'The expression ends too early');
  return /[.!?]$/.test(text) ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
