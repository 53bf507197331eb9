import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { completed, events, execution, iteration } from '../samples.testing';
import { measureRun } from './measure-run';
import { openDatabase } from './open-database';
import { openIdbStores } from './open-idb-stores';

it('finds the sizes anew that were counted as a run was written', async () => {
  const name = 'measured';
  const stores = await openIdbStores({ name, now: () => 0 });
  await stores.executions.create(execution('e1'));
  await stores.events.append('e1', [...events(1, 30), iteration(31, 1)], 'strict');
  await stores.events.append('e1', [completed(32)], 'strict');
  await stores.blobs.put('e1', 'a text '.repeat(300));
  // Three are kept, and one of the same event takes the place of the one before.
  for (const seq of [2, 5, 10, 20, 20])
    await stores.checkpoints.save('e1', { seq, planHash: 'p', history: `[${seq}]`, view: '"view"'.repeat(seq) });
  const database = await openDatabase({ name });
  const head = await database.get('executions', 'e1');
  const counted = head?.stored;
  expect(counted?.checkpoints.map(([seq]) => seq)).toEqual([5, 10, 20]);
  const { stored: _stored, ...without } = head ?? {};
  await database.put('executions', without as never);
  await measureRun(database, 'e1');
  const found = (await database.get('executions', 'e1'))?.stored;
  expect(found?.checkpoints).toEqual(counted?.checkpoints);
  // A record has a key and a summary besides what is counted as it is written.
  for (const size of ['bytes', 'liveBytes'] as const) {
    expect(found?.[size]).toBeGreaterThanOrEqual(counted?.[size] ?? 0);
    expect(found?.[size]).toBeLessThan(1.5 * (counted?.[size] ?? 0));
  }
  database.close();
});
