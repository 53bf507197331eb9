import type { Environment } from '@marcbachmann/cel-js';
import { areEqual, compareBytes } from '../extensions/values';

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '%': (a, b) => a % b,
};

/** The types of numbers that cel-js does not compare if it knows them before the expression is evaluated. */
const mixedNumbers = [
  ['int', 'double'],
  ['int', 'uint'],
  ['double', 'uint'],
] as const;

const bytesOrder: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

/**
 * Adds arithmetic and comparison between doubles and integers: JSON numbers are doubles and literals are integers, so
 * `output.score + 1` would be refused otherwise. And the order of bytes, which cel-js lacks.
 */
export function registerOperators(environment: Environment): void {
  for (const [operator, apply] of Object.entries(arithmetic)) {
    const applyToMixed = (a: number | bigint, b: number | bigint) => apply(Number(a), Number(b));
    environment.registerOperator(`int ${operator} double: double`, applyToMixed);
    environment.registerOperator(`double ${operator} int: double`, applyToMixed);
    if (operator === '%') environment.registerOperator('double % double: double', applyToMixed);
  }
  for (const [left, right] of mixedNumbers) environment.registerOperator(`${left} == ${right}`, areEqual);
  for (const [operator, holds] of Object.entries(bytesOrder)) {
    environment.registerOperator(`bytes ${operator} bytes`, (a: Uint8Array, b: Uint8Array) =>
      holds(compareBytes(a, b)),
    );
  }
}
