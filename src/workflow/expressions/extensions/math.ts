import { TypeError as CheckError } from '@marcbachmann/cel-js';
import { UnsignedInt } from '@marcbachmann/cel-js/evaluator';
import {
  createLazyFunction,
  type ExpressionFunction,
  type Extension,
  type LazyCall,
  type LazyFunction,
} from './extension';
import { type CelNumber, convertToPlainNumber, expectIntInRange, isNumber, isWithinInt } from './values';

/** Most arguments of `math.greatest` and `math.least`; a longer list is passed as a list. */
const maxArguments = 16;

/** Numbers, as in the extension `math` of CEL. A number of JSON is a `double`, also if it is whole. */
export const mathExtension: Extension = {
  namespace: 'math',
  functions: [
    ...createNumberFunctions('greatest', (a, b) => a > b),
    ...createNumberFunctions('least', (a, b) => a < b),
    { signature: 'math.ceil(double): double', call: Math.ceil },
    { signature: 'math.floor(double): double', call: Math.floor },
    { signature: 'math.round(double): double', call: (x: number) => Math.sign(x) * Math.round(Math.abs(x)) },
    { signature: 'math.trunc(double): double', call: Math.trunc },
    { signature: 'math.sqrt(double): double', call: Math.sqrt },
    { signature: 'math.sqrt(int): double', call: (x: bigint) => Math.sqrt(Number(x)) },
    { signature: 'math.sqrt(uint): double', call: (x: UnsignedInt) => Math.sqrt(Number(x.value)) },
    { signature: 'math.abs(double): double', call: Math.abs },
    { signature: 'math.abs(int): int', call: (x: bigint) => expectIntInRange(x < 0n ? -x : x) },
    { signature: 'math.abs(uint): uint', call: (x: UnsignedInt) => x },
    { signature: 'math.sign(double): double', call: Math.sign },
    { signature: 'math.sign(int): int', call: (x: bigint) => BigInt(Math.sign(Number(x))) },
    { signature: 'math.sign(uint): uint', call: (x: UnsignedInt) => new UnsignedInt(x.value > 0n ? 1n : 0n) },
    { signature: 'math.isNaN(double): bool', call: (x: number) => Number.isNaN(x) },
    { signature: 'math.isInf(double): bool', call: (x: number) => Math.abs(x) === Number.POSITIVE_INFINITY },
    { signature: 'math.isFinite(double): bool', call: (x: number) => Number.isFinite(x) },
    ...createBitFunctions('bitAnd', (a, b) => a & b),
    ...createBitFunctions('bitOr', (a, b) => a | b),
    ...createBitFunctions('bitXor', (a, b) => a ^ b),
    { signature: 'math.bitNot(int): int', call: (x: bigint) => ~x },
    { signature: 'math.bitNot(uint): uint', call: (x: UnsignedInt) => createUnsigned(~x.value) },
    ...createShiftFunctions('bitShiftLeft', (a, by) => a << by),
    ...createShiftFunctions('bitShiftRight', (a, by) => BigInt.asUintN(64, a) >> by),
  ],
};

function createUnsigned(value: bigint): UnsignedInt {
  return new UnsignedInt(BigInt.asUintN(64, value));
}

function createBitFunctions(name: string, apply: (a: bigint, b: bigint) => bigint): readonly ExpressionFunction[] {
  return [
    { signature: `math.${name}(int, int): int`, call: apply },
    {
      signature: `math.${name}(uint, uint): uint`,
      call: (a: UnsignedInt, b: UnsignedInt) => createUnsigned(apply(a.value, b.value)),
    },
  ];
}

function createShiftFunctions(name: string, apply: (a: bigint, by: bigint) => bigint): readonly ExpressionFunction[] {
  const shift = (a: bigint, by: bigint) => {
    if (by < 0n) throw new Error(`“math.${name}” shifts by 0 or more, not by ${by}.`);
    return by >= 64n ? 0n : apply(a, by);
  };
  return [
    { signature: `math.${name}(int, int): int`, call: (a: bigint, by: bigint) => BigInt.asIntN(64, shift(a, by)) },
    {
      signature: `math.${name}(uint, int): uint`,
      call: (a: UnsignedInt, by: bigint) => createUnsigned(shift(a.value, by)),
    },
  ];
}

/** A function of one list of numbers, or of as many numbers as there are. */
function createNumberFunctions(
  name: string,
  isBetter: (a: bigint | number, b: bigint | number) => boolean,
): readonly ExpressionFunction[] {
  const call = ({ args }: LazyCall): LazyFunction =>
    createLazyFunction(
      (checker, _self, context) => {
        const types = args.map((arg) => checker.check(arg, context));
        const [only] = types;
        const items = types.length === 1 && only?.kind === 'list' ? [only.valueType ?? only] : types;
        const at = items.findIndex(({ kind, type }) => kind !== 'dyn' && !['int', 'uint', 'double'].includes(type));
        if (at >= 0) throw new CheckError(`“math.${name}” takes numbers, or one list of numbers.`, args[at]);
        return new Set(items).size === 1 && items[0] ? items[0] : checker.getType('dyn');
      },
      (evaluator, _self, context) => {
        const values = args.map((arg) => evaluator.run(arg, context));
        return findBestNumber(
          values.length === 1 && Array.isArray(values[0]) ? values[0] : values,
          isBetter,
          `math.${name}`,
        );
      },
    );
  return Array.from({ length: maxArguments }, (_, index) => ({
    signature: `math.${name}(${Array.from({ length: index + 1 }, () => 'ast').join(', ')}): dyn`,
    call,
  }));
}

/** The first of the numbers that no other one is better than. Throws an Error if there are none, or other values. */
function findBestNumber(
  values: readonly unknown[],
  isBetter: (a: bigint | number, b: bigint | number) => boolean,
  name: string,
): CelNumber {
  const numbers = values.map((value) => {
    if (!isNumber(value)) throw new Error(`“${name}” takes numbers only.`);
    return value;
  });
  if (numbers.length === 0) throw new Error(`“${name}” of an empty list has no value.`);
  return numbers.reduce((a, b) => (isBetter(convertToPlainNumber(b), convertToPlainNumber(a)) ? b : a));
}

/** A number of JSON as a whole number. Throws an Error if it is not one. */
export function expectWholeNumber(value: number): bigint {
  if (!Number.isInteger(value)) throw new Error(`${value} is not a whole number.`);
  const whole = BigInt(value);
  if (!isWithinInt(whole)) throw new Error(`${value} is too large for a whole number.`);
  return whole;
}
