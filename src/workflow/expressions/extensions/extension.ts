import type { ASTNode, OverlayContext, RootContext, TypeDeclaration } from '@marcbachmann/cel-js';

/** A function of the expression language that cel-js does not have, or has otherwise than CEL. */
export interface ExpressionFunction {
  /**
   * As cel-js writes it: `string.charAt(int): string`. Of a namespace, its name stands in the place of the receiver:
   * `math.ceil(double): double`.
   */
  readonly signature: string;
  /** What it does. A whole number is a bigint. An error that it throws is shown to the person as it is. */
  readonly call: (...args: never[]) => unknown;
}

/** A set of functions, as CEL groups them. */
export interface Extension {
  /** What its functions are called on, if that is not a value: `math` of `math.ceil(x)`. */
  readonly namespace?: string;
  readonly functions: readonly ExpressionFunction[];
  /** The names of which cel-js's own functions are not used: `int`, or `.trim` if it is called on a value. */
  readonly replaces?: readonly string[];
}

/** Where names are looked up while a lazy function is checked or evaluated. */
export type LazyContext = RootContext | OverlayContext;

/** What cel-js passes to a lazy function while an expression is checked. */
export interface LazyChecker {
  check(node: ASTNode, context: LazyContext): TypeDeclaration;
  getType(name: string): TypeDeclaration;
}

/** What cel-js passes to a lazy function while an expression is evaluated. */
export interface LazyEvaluator {
  run(node: ASTNode, context: LazyContext): unknown;
  getType(name: string): TypeDeclaration;
}

/** A call of a lazy function: what stands in the brackets, and what it is called on. */
export interface LazyCall {
  readonly ast: ASTNode;
  readonly args: readonly ASTNode[];
  readonly receiver: ASTNode | null;
}

/** Sees its arguments as they are written, and evaluates them itself: cel-js's own name is macro. */
export interface LazyFunction {
  readonly async: false;
  readonly typeCheck: (checker: LazyChecker, self: unknown, context: LazyContext) => TypeDeclaration;
  readonly evaluate: (evaluator: LazyEvaluator, self: unknown, context: LazyContext) => unknown;
}

/** Makes a lazy function. Nothing in an expression is asynchronous. */
export function createLazyFunction(
  typeCheck: LazyFunction['typeCheck'],
  evaluate: LazyFunction['evaluate'],
): LazyFunction {
  return { async: false, typeCheck, evaluate };
}
