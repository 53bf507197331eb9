import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskId } from './names';
import { compareTaskRecords, listIds, replaceInRecord, type TaskRecord } from './task-record';
import type { Task } from './tasks';

const task = (): Task => ({ type: 'atomic' });
const record = (entries: readonly (readonly [string, Task])[]) => Object.fromEntries(entries) as TaskRecord;

describe('tasksDifference', () => {
  it('names each task that came, went or is another object, and tells whether the order is the same', () => {
    const pool = Array.from({ length: 6 }, (_, index) => [`t${index}`, task()] as const);
    const ids = fc.shuffledSubarray(pool.map((_, index) => index));
    fc.assert(
      fc.property(ids, ids, fc.nat(63), (first, second, edited) => {
        const before = record(first.flatMap((index) => [pool[index] ?? expect.unreachable()]));
        const after = record(
          second.map((index) => {
            const [id, same] = pool[index] ?? expect.unreachable();
            return [id, (edited >> index) % 2 === 1 ? task() : same];
          }),
        );
        const all = new Set([...listIds(before), ...listIds(after)]);
        const { ids: found, isSameOrder } = compareTaskRecords(before, after);
        expect([...found].sort()).toEqual([...all].filter((id) => before[id] !== after[id]).sort());
        expect(isSameOrder).toBe(Object.keys(before).join() === Object.keys(after).join());
        expect(listIds(after)).toEqual(Object.keys(after));
      }),
    );
  });

  it('compares a pair once', () => {
    const before = record([['a', task()]]);
    const after = { ...before, ['a' as TaskId]: task() };
    expect(compareTaskRecords(before, after)).toBe(compareTaskRecords(before, after));
  });
});

describe('withReplaced', () => {
  it('puts tasks in the place of their namesakes and new ones at the end, and tells what differs as a comparison does', () => {
    const pool = Array.from({ length: 6 }, (_, index) => [`t${index}`, task()] as const);
    const some = fc.shuffledSubarray(pool.map((_, index) => index));
    fc.assert(
      fc.property(some, some, fc.nat(63), (first, second, edited) => {
        const entryOf = (index: number) => pool[index] ?? expect.unreachable();
        const before = record(first.map(entryOf));
        const replaced = second.map((index): readonly [string, Task] => {
          const [id, same] = entryOf(index);
          return [id, (edited >> index) % 2 === 1 ? task() : same];
        });
        const after = replaceInRecord(before, replaced);
        const spread = { ...before, ...Object.fromEntries(replaced) } as TaskRecord;
        expect(Object.entries(after)).toEqual(Object.entries(spread));
        expect(listIds(after)).toEqual(Object.keys(spread));
        const [told, compared] = [compareTaskRecords(before, after), compareTaskRecords(before, spread)];
        expect(told.isSameOrder).toBe(compared.isSameOrder);
        expect([...told.ids].sort()).toEqual([...compared.ids].sort());
      }),
    );
  });
});
