import { expect, it } from 'vitest';
import { createRunRecord } from '@/host/new-run';
import { planOf } from '@/plan/plan.testing';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import { openCaseStore } from './case-store';

it('knows the last run of each name by one look at all runs, those that were made since too', async () => {
  const runs = { ...createMemoryStores({ now: () => 0 }), locks: createMemoryRunLocks() };
  let looks = 0;
  const counted = async function* () {
    looks += 1;
    yield* runs.executions.heads();
  } as typeof runs.executions.heads;
  const clock = { now: () => 0, sleep: async () => {} };
  const create = (id: string, workflowId: string, hour: number) =>
    createRunRecord({ id, workflowId, plan: planOf({ a: {} }), now: hour * 3_600_000 });
  for (const [index, id] of ['old', 'new'].entries()) await runs.executions.create(create(id, 'w/a@1', index));
  const store = await openCaseStore({
    ...{ runs: { ...runs, executions: { ...runs.executions, heads: counted } }, others: createMemoryStores(clock) },
    ...{ owner: 'w', clock, addressOf: () => undefined },
  });
  const looksToOpen = looks;
  expect((await store.findLast('w/a@1'))?.executionId).toBe('new');
  expect(await store.findLast('w/b@1')).toBeUndefined();
  await store.runs.executions.create(create('newer', 'w/a@1', 2));
  await store.runs.executions.create(create('first', 'w/b@1', 3));
  expect((await store.findLast('w/a@1'))?.executionId).toBe('newer');
  expect((await store.findLast('w/b@1'))?.executionId).toBe('first');
  expect(looks - looksToOpen).toBe(1);
});
