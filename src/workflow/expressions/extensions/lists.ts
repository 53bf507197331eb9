import type { Extension } from './extension';
import { areEqual, compareValues, convertToPlainNumber, expectPosition, isNumber } from './values';

/** Most items of a list that `lists.range` makes. */
const maxRange = 10_000;

/** Lists, as in the extension `lists` of CEL. `min`, `max`, `sum`, `isSorted` and `indexOf` are as in Kubernetes. */
export const listsExtension: Extension = {
  functions: [
    { signature: 'list.distinct(): list', call: removeEqualItems },
    { signature: 'list.flatten(): list', call: (list: readonly unknown[]) => list.flat() },
    { signature: 'list.flatten(int): list', call: flattenList },
    { signature: 'list.indexOf(dyn): int', call: findIndexOfItem },
    { signature: 'list.isSorted(): bool', call: isSorted },
    { signature: 'list.lastIndexOf(dyn): int', call: findLastIndexOfItem },
    { signature: 'list.max(): dyn', call: (list: readonly unknown[]) => findExtreme(list, 'max', 1) },
    { signature: 'list.min(): dyn', call: (list: readonly unknown[]) => findExtreme(list, 'min', -1) },
    { signature: 'list.reverse(): list', call: (list: readonly unknown[]) => [...list].reverse() },
    { signature: 'list.slice(int, int): list', call: sliceList },
    { signature: 'list.sort(): list', call: (list: readonly unknown[]) => [...list].sort(compareValues) },
    { signature: 'list.sum(): dyn', call: sumNumbers },
  ],
};

/** The function `lists.range`. */
export const rangesExtension: Extension = {
  namespace: 'lists',
  functions: [{ signature: 'lists.range(int): list<int>', call: createRange }],
};

function removeEqualItems(list: readonly unknown[]): readonly unknown[] {
  const texts = new Set<unknown>();
  const others: unknown[] = [];
  return list.filter((item) => {
    if (typeof item === 'string') return !texts.has(item) && texts.add(item);
    return !others.some((other) => areEqual(other, item)) && others.push(item);
  });
}

function flattenList(list: readonly unknown[], depth: bigint): readonly unknown[] {
  return list.flat(expectPosition(depth, 1000, 'The depth'));
}

function findIndexOfItem(list: readonly unknown[], value: unknown): bigint {
  return BigInt(list.findIndex((item) => areEqual(item, value)));
}

function findLastIndexOfItem(list: readonly unknown[], value: unknown): bigint {
  return BigInt(list.findLastIndex((item) => areEqual(item, value)));
}

function isSorted(list: readonly unknown[]): boolean {
  return list.every((item, index) => index === 0 || compareValues(list[index - 1], item) <= 0);
}

function findExtreme(list: readonly unknown[], name: string, sign: number): unknown {
  if (list.length === 0) throw new Error(`“${name}” of an empty list has no value.`);
  return list.reduce((a, b) => (compareValues(b, a) * sign > 0 ? b : a));
}

function sumNumbers(list: readonly unknown[]): bigint | number {
  const numbers = list.map((item) => {
    if (!isNumber(item)) throw new Error('“sum” takes a list of numbers.');
    return convertToPlainNumber(item);
  });
  const whole = numbers.filter((number) => typeof number === 'bigint');
  if (whole.length === numbers.length) return whole.reduce((a, b) => a + b, 0n);
  return numbers.reduce<number>((a, b) => a + Number(b), 0);
}

function sliceList(list: readonly unknown[], start: bigint, end: bigint): readonly unknown[] {
  const to = expectPosition(end, list.length, 'The end');
  return list.slice(expectPosition(start, to, 'The start'), to);
}

function createRange(count: bigint): readonly bigint[] {
  return Array.from({ length: expectPosition(count, maxRange, 'The count') }, (_, index) => BigInt(index));
}
