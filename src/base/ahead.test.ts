import { expect, it } from 'vitest';
import { runAhead } from './ahead';

async function* numbers(count: number) {
  for (let n = 0; n < count; n += 1) yield n;
}

it('gives results in order, with so much work at the same time, and throws a failure in its turn', async () => {
  let going = 0;
  let most = 0;
  const work = async (n: number) => {
    going += 1;
    most = Math.max(most, going);
    // Later ones end earlier.
    for (let turn = 0; turn < 20 - n; turn += 1) await Promise.resolve();
    going -= 1;
    if (n === 12) throw new Error('twelve');
    return n;
  };
  const found: number[] = [];
  const read = async () => {
    for await (const n of runAhead(numbers(20), 4, work)) found.push(n);
  };
  await expect(read()).rejects.toThrow('twelve');
  expect(found).toEqual(Array.from({ length: 12 }, (_, n) => n));
  expect(most).toBe(4);
});
