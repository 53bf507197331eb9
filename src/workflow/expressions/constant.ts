import type { Json } from '@/base/json';
import { evaluateExpression } from './cel';
import { memoize } from './memoize';
import { scanExpression } from './scan-expression';

const literals: ReadonlySet<string> = new Set(['true', 'false', 'null']);

/** The value of an expression without names, such as `true` or `1 > 2`; undefined if it depends on anything. */
export const constantOf = memoize(1_000_000, (source: string): { readonly value: Json } | undefined => {
  if (scanExpression(source).some(({ kind, text }) => kind === 'name' && !literals.has(text))) return undefined;
  const result = evaluateExpression(source, {});
  return result.ok ? { value: result.value } : undefined;
});

/** Whether an expression is false whatever happens. */
export function isAlwaysFalse(source: string | undefined): boolean {
  return source !== undefined && constantOf(source)?.value === false;
}
