import { expect, it } from 'vitest';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import { nameAskingLock, stopAsking } from './case-runs';

it('who asks the tests of a workflow is told once that is removed', async () => {
  const locks = createMemoryRunLocks();
  const held = await locks.hold(nameAskingLock('w1'));
  const other = await locks.hold(nameAskingLock('w2'));
  await stopAsking(locks, 'w1');
  expect([held, other].map((one) => one.ok && one.value.lost.aborted)).toEqual([true, false]);
});
