import type { ASTNode, Environment, ParseResult } from '@marcbachmann/cel-js';
import { err, ok, type Result } from '@/base/result';
import { applyEdits } from './edits';
import { explainExpressionError } from './explain';
import { findLiteralProblem } from './literals';
import { rewriteForCel } from './rewrite';

/** Why an expression is not valid, for a person, and where (offset in UTF-16 units). */
export interface ExpressionProblem {
  readonly message: string;
  readonly at?: number;
}

/** Parses and checks an expression, so that it can be evaluated. */
export function prepareExpression(environment: Environment, source: string): Result<ParseResult, ExpressionProblem> {
  let edited = rewriteForCel(source);
  for (;;) {
    const parsed = parseExpressionText(environment, edited.text);
    const failure = parsed.ok ? parsed.value.check().error : parsed.error;
    if (parsed.ok && failure === undefined) {
      const problem = findLiteralProblem(parsed.value.ast);
      if (problem === undefined) return parsed;
      return err({ message: problem.message, at: edited.sourceOffset(problem.node.start) });
    }
    const branches = findMixedBranches(failure);
    if (branches === undefined) {
      const at =
        failure instanceof Error && 'range' in failure ? (failure.range as { start: number } | undefined) : undefined;
      return err({
        message: explainExpressionError(environment, failure),
        ...(at === undefined ? {} : { at: edited.sourceOffset(at.start) }),
      });
    }
    const { sourceOffset } = edited;
    const again = applyEdits(edited.text, branches.flatMap(makeTypeAny));
    edited = { text: again.text, sourceOffset: (offset) => sourceOffset(again.sourceOffset(offset)) };
  }
}

function parseExpressionText(environment: Environment, text: string): Result<ParseResult, unknown> {
  try {
    return ok(environment.parse(text));
  } catch (error) {
    return err(error);
  }
}

/** The two values of a `?:`, if that they are of different types is what failed. */
function findMixedBranches(failure: unknown): readonly ASTNode[] | undefined {
  if (!(failure instanceof Error && 'code' in failure && failure.code === 'incompatible_ternary_branches'))
    return undefined;
  const node = 'node' in failure ? (failure.node as ASTNode) : undefined;
  return node?.op === '?:' ? node.args.slice(1) : undefined;
}

/** Makes the type of a value any: cel-js wants both values of a `?:` to be of one type, and `x ? 1 : null` has none. */
function makeTypeAny({ start, end }: ASTNode) {
  return [
    { from: start, to: start, text: 'dyn(' },
    { from: end, to: end, text: ')' },
  ];
}
