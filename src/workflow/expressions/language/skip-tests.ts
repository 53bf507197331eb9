import { type ExpressionToken, scanExpression } from '../scan-expression';
import type { SourceEdit } from './edits';

/**
 * The edits that let `tasks.NAME == null` and `!= null` ask for the status of the task: a task that was skipped has a
 * record, which was null in former versions.
 */
export function rewriteSkipTests(source: string): readonly SourceEdit[] {
  if (!source.includes('null')) return [];
  const tokens = scanExpression(source);
  const edits: SourceEdit[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'name' || token.text !== 'tasks' || tokens[index - 1]?.text === '.') continue;
    const end = endOfTask(tokens, index);
    const last = end === undefined ? undefined : tokens[end];
    if (end === undefined || last === undefined) continue;
    const nothing =
      findComparedNull(tokens, end + 1, 1) ??
      (isFollowed(tokens[end + 1]) ? undefined : findComparedNull(tokens, index - 1, -1));
    if (nothing === undefined) continue;
    edits.push(
      { from: last.to, to: last.to, text: '.status' },
      { from: nothing.from, to: nothing.to, text: '"SKIPPED"' },
    );
  }
  return edits;
}

/** The position of the token that ends `tasks.NAME` or `tasks["NAME"]`. */
function endOfTask(tokens: readonly ExpressionToken[], root: number): number | undefined {
  const open = tokens[root + 1];
  if (open?.text === '.') return tokens[root + 2]?.kind === 'name' ? root + 2 : undefined;
  if (open?.text !== '[' || open.kind !== 'other') return undefined;
  let depth = 0;
  for (let index = root + 1; index < tokens.length; index++) {
    const { kind, text } = tokens[index] as ExpressionToken;
    if (kind === 'other' && text === '[') depth++;
    if (kind === 'other' && text === ']' && --depth === 0) return index;
  }
  return undefined;
}

/** Whether something of the value is read, or it is called. */
const isFollowed = (token: ExpressionToken | undefined): boolean => token !== undefined && /^[.[(]$/.test(token.text);

/** The `null` that is compared with, in a direction from a place: `== null` or `null ==`. */
function findComparedNull(tokens: readonly ExpressionToken[], at: number, step: 1 | -1): ExpressionToken | undefined {
  const [one, other, nothing] = [tokens[at], tokens[at + step], tokens[at + 2 * step]];
  const operator = step === 1 ? `${one?.text}${other?.text}` : `${other?.text}${one?.text}`;
  if (operator !== '==' && operator !== '!=') return undefined;
  return nothing?.kind === 'name' && nothing.text === 'null' ? nothing : undefined;
}
