import type { ASTNode, Environment, ParseResult } from '@marcbachmann/cel-js';
import { err, ok, type Result } from '@/base/result';
import { applyEdits } from './edits';
import { explain } from './explain';
import { literalProblem } from './literals';
import { rewrite } from './rewrite';

/** Why an expression is not valid, for a person, and where (offset in UTF-16 units). */
export interface ExpressionProblem {
  readonly message: string;
  readonly at?: number;
}

/** Parses and checks an expression, so that it can be evaluated. */
export function prepare(environment: Environment, source: string): Result<ParseResult, ExpressionProblem> {
  let edited = rewrite(source);
  for (;;) {
    const parsed = parse(environment, edited.text);
    const failure = parsed.ok ? parsed.value.check().error : parsed.error;
    if (parsed.ok && failure === undefined) {
      const problem = literalProblem(parsed.value.ast);
      if (problem === undefined) return parsed;
      return err({ message: problem.message, at: edited.sourceOffset(problem.node.start) });
    }
    const branches = mixedBranches(failure);
    if (branches === undefined) {
      const at =
        failure instanceof Error && 'range' in failure ? (failure.range as { start: number } | undefined) : undefined;
      return err({
        message: explain(environment, failure),
        ...(at === undefined ? {} : { at: edited.sourceOffset(at.start) }),
      });
    }
    const { sourceOffset } = edited;
    const again = applyEdits(edited.text, branches.flatMap(anyType));
    edited = { text: again.text, sourceOffset: (offset) => sourceOffset(again.sourceOffset(offset)) };
  }
}

function parse(environment: Environment, text: string): Result<ParseResult, unknown> {
  try {
    return ok(environment.parse(text));
  } catch (error) {
    return err(error);
  }
}

/** The two values of a `?:`, if that they are of different types is what failed. */
function mixedBranches(failure: unknown): readonly ASTNode[] | undefined {
  if (!(failure instanceof Error && 'code' in failure && failure.code === 'incompatible_ternary_branches'))
    return undefined;
  const node = 'node' in failure ? (failure.node as ASTNode) : undefined;
  return node?.op === '?:' ? node.args.slice(1) : undefined;
}

/** Makes the type of a value any: cel-js wants both values of a `?:` to be of one type, and `x ? 1 : null` has none. */
function anyType({ start, end }: ASTNode) {
  return [
    { from: start, to: start, text: 'dyn(' },
    { from: end, to: end, text: ')' },
  ];
}
