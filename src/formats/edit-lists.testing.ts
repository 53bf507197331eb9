import fc from 'fast-check';

const item = fc.constantFrom('a', 'b', 'c');

/** A list, and what it becomes: items come, go and change anywhere, and may be there several times. */
export const listEdit = fc.tuple(
  fc.array(item, { minLength: 1, maxLength: 5 }),
  fc.array(item, { minLength: 1, maxLength: 5 }),
);

/** The positions in the first list of the items at its beginning and at its end that the second has there too. */
export function keptPositions(before: readonly string[], after: readonly string[]): readonly number[] {
  const most = Math.min(before.length, after.length);
  const positions = [...before.keys()];
  const isSame = (index: number, shift: number) => before[index] === after[index + shift];
  const firstChange = positions.find((index) => index >= most || !isSame(index, 0)) ?? before.length;
  const longer = after.length - before.length;
  const lastChange = positions.findLastIndex(
    (index) => before.length - index > most - firstChange || !isSame(index, longer),
  );
  return positions.filter((index) => index < firstChange || index > lastChange);
}
