import { expect, it } from 'vitest';
import { createEventMatcher } from '@/run/event-query';
import type { EventDraft } from '@/run/events';
import { keptPerTask } from '@/run/lists-by-task';
import { findInstanceAt } from '@/run/projections/instance-at';
import type { Runner } from '@/run/runner';
import { recallRun, showRunOfTask } from './recall';
import { createRunStore, showRun } from './run-store';
import type { Services } from './services';
import { eventsOf, runStarted, storedRuns } from './stored-run.testing';

const itemPath = (item: number) => `task/m/attempt/1/item/${item}/task/inner_task`;
const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: 0, estimated: false };
const itemEvents = (item: number): readonly EventDraft[] => [
  { kind: 'task.started', path: itemPath(item), data: { type: 'atomic' } },
  {
    kind: 'task.completed',
    path: itemPath(item),
    result: `pear ${item}`,
    data: { status: 'COMPLETE', attempts: 1, usage, notes: {}, durationMs: 1 },
  },
];

async function storeOfManyItems() {
  const log = [
    ...eventsOf([runStarted, ...Array.from({ length: 2 * keptPerTask }, (_, item) => itemEvents(item)).flat()]),
  ];
  const { runner: reader } = storedRuns({ one: log });
  const runner: Pick<Runner, 'findEvents'> = {
    findEvents: async (_, { filter, from, limit }) => ({
      events: log
        .filter((event) => event.seq >= from)
        .filter(createEventMatcher(filter))
        .slice(0, limit),
      next: null,
    }),
  };
  const store = createRunStore();
  store.setState({ workflowId: 'w' });
  await showRun(store, reader as Runner, 'one');
  return { store, runner };
}

it('shows an item that the list in memory let go, by its number', async () => {
  const { store, runner } = await storeOfManyItems();
  const { run } = store.getState();
  expect(run.instances.get('m/inner_task')?.some(({ path }) => path === itemPath(2))).toBe(false);
  let shown = '';
  await showRunOfTask({ run: store, services: { runner } as unknown as Services }, 'm/inner_task', 3, (path) => {
    shown = path;
  });
  expect(shown).toBe(itemPath(2));
  expect(findInstanceAt(store.getState().run, 'm/inner_task', shown)).toMatchObject({
    path: itemPath(2),
    status: 'ok',
    result: { text: 'pear 2' },
  });
  // What is folded on is the state itself, without what was read again.
  expect(store.getState().present).toBe(run);
});

it('says no where the log has nothing of it', async () => {
  const { store, runner } = await storeOfManyItems();
  expect(await recallRun(store, runner, itemPath(5000))).toBe(false);
});
