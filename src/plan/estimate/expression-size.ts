import type { Json } from '@/base/json';
import { scanExpression } from '@/workflow/expressions/scan-expression';
import { formatPromptValue } from '@/workflow/expressions/template';
import type { PlannedLoop } from '../plan';
import type { Count, Size } from './size';

/**
 * The most tokens of the value of an expression that joins the values of names, each as often as the expression names
 * it. What an expression repeats in another way is not foreseen.
 */
function estimateExpressionTokens(source: string, tokensOf: (name: string) => number, count: Count): number {
  const words = scanExpression(source).flatMap(({ kind, text }) => (kind === 'other' ? [] : [text]));
  return words.reduce((sum, word) => sum + tokensOf(word), count(source));
}

/** The value of one of a task's `returns`, from the size of its output. */
export function estimateReturnedSize(source: string, output: Size): Size {
  const own = new Set(['content', 'output']);
  return (count) => estimateExpressionTokens(source, (name) => (own.has(name) ? output(count) : 0), count);
}

/** More tokens than any window has; a state that grows further is not followed. */
const endless = 1e9;

/** The state that the rounds of a loop hand on, after the last of them. `output`: of its task. */
export function estimateStateSize(
  { initial, next }: NonNullable<PlannedLoop['state']>,
  rounds: number,
  output: Size,
  others: (name: string, count: Count) => number,
): Size {
  const first = Object.values(initial);
  return (count) => {
    let tokens = first.reduce((sum: number, value: Json) => sum + count(formatPromptValue(value)), 0);
    const ofRound = output(count);
    for (let round = 1; round < rounds && tokens < endless; round++) {
      const before = tokens;
      const getTokens = (name: string) => {
        if (name === 'state') return before;
        return name === 'content' || name === 'output' ? ofRound : others(name, count);
      };
      tokens = Object.values(next).reduce((sum, source) => sum + estimateExpressionTokens(source, getTokens, count), 0);
    }
    return tokens;
  };
}
