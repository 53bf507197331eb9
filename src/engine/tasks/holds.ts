import type { JsonObject } from '@/base/json';
import { evaluateExpression } from '@/workflow/expressions/cel';

/**
 * Whether an expression is true. An error, or a value that is neither true nor false, counts as false. `onDoubt` gets
 * the reason.
 */
export function isExpressionTrue(expression: string, names: JsonObject, onDoubt: (why: string) => void): boolean {
  const result = evaluateExpression(expression, names);
  if (!result.ok) onDoubt(result.error.message);
  else if (typeof result.value !== 'boolean') onDoubt('it is neither true nor false.');
  return result.ok && result.value === true;
}
