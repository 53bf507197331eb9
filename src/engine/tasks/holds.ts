import type { JsonObject } from '@/base/json';
import { evaluateExpression } from '@/workflow/expressions/cel';

/**
 * Whether an expression is true. An error, or a value that is neither true nor false, counts as false; `onDoubt` is
 * told why.
 */
export function holds(expression: string, names: JsonObject, onDoubt: (why: string) => void): boolean {
  const held = evaluateExpression(expression, names);
  if (!held.ok) onDoubt(held.error.message);
  else if (typeof held.value !== 'boolean') onDoubt('it is neither true nor false.');
  return held.ok && held.value === true;
}
