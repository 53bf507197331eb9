import { expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { completed, events, execution } from '@/storage/samples.testing';
import { followEvents } from './follow-events';
import { RunHub } from './run-hub';

const run = { executionId: 'e1', workflowId: 'w1' };

it('a run that goes on elsewhere is followed there, whatever was seen of it here', async () => {
  const stores = createRunJournal();
  await stores.executions.create(execution('e1'));
  const hub = new RunHub(
    () => {},
    () => {},
  );
  let isHere = true;
  const options = { stores, hub, isHere: () => isHere, idleMs: 60_000 };
  const followed = followEvents(options, 'e1', 1, new AbortController().signal);
  const next = async () => (await followed.next()).value?.events.map(({ seq }) => seq);
  const first = events(1, 3);
  const begun = next();
  await stores.events.append('e1', first, 'strict');
  hub.events(run, first);
  expect(await begun).toEqual([1, 2, 3]);
  isHere = false;
  await stores.events.append('e1', events(4, 5), 'strict');
  expect(await next()).toEqual([4, 5]);
  const last = next();
  await stores.events.append('e1', [completed(6)], 'strict');
  hub.look('e1');
  expect([await last, (await followed.next()).done]).toEqual([[6], true]);
});

it('a run whose store is away for a moment is not over', async () => {
  const stores = createRunJournal();
  await stores.executions.create(execution('e1'));
  const away = new AppError('STORAGE_FAILED', 'The database restarts.');
  const executions = { ...stores.executions, get: () => Promise.reject(away) };
  const hub = new RunHub(
    () => {},
    () => {},
  );
  const options = { stores: { ...stores, executions }, hub, isHere: () => false, idleMs: 60_000 };
  await expect(followEvents(options, 'e1', 1, new AbortController().signal).next()).rejects.toBe(away);
  const gone = followEvents({ ...options, stores }, 'e2', 1, new AbortController().signal);
  expect(await gone.next()).toEqual({ done: true, value: undefined });
});
