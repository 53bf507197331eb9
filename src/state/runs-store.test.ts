import { expect, it } from 'vitest';
import { emptyRun } from '@/run/reduce-run';
import type { RunEntry, RunUpdate } from '@/run/runner';
import { createRunsStore, findRunName, runsPage } from './runs-store';

const execution = (n: number, part: Partial<RunEntry> = {}): RunEntry => ({
  id: `run-${n}`,
  workflowId: 'w',
  name: 'W',
  planHash: 'hash',
  status: 'completed',
  startedAt: new Date(n * 1000).toISOString(),
  lastSeq: 3,
  totals: emptyRun.totals,
  iterations: 0,
  iterationMs: 0,
  ...part,
});

/** A store over these runs, newest first, which the test may change; `flush` lets time pass. */
function storeOf(runs: RunEntry[]) {
  const asked: string[] = [];
  let waiting: (() => void)[] = [];
  const store = createRunsStore(
    {
      executions: async (_, from = 0, limit = runs.length) => {
        asked.push(`${from} ${limit}`);
        return runs.slice(from, from + limit);
      },
    },
    (run) => void waiting.push(run),
  );
  const flush = () => {
    const due = waiting;
    waiting = [];
    for (const run of due) run();
  };
  return { store, asked, flush };
}

const update = (part: Partial<RunUpdate>): RunUpdate => ({
  executionId: 'run-1',
  workflowId: 'w',
  events: [],
  deltas: [],
  ...part,
});

const ended = { kind: 'run.cancelled', path: '', data: {}, v: 2, seq: 4, t: '', id: '' } as const;

it('reads all runs page by page, and names them in their order', async () => {
  const runs = Array.from({ length: 250 }, (_, index) => execution(250 - index));
  const { store, asked } = storeOf(runs);
  await store.actions.load('w');
  const { entries, status } = store.getState();
  expect(asked).toEqual([`0 ${runsPage}`, `100 ${runsPage}`, `200 ${runsPage}`]);
  expect([entries.length, status]).toEqual([250, 'ready']);
  const names = ['run-250', 'run-1', 'gone'].map((id) => findRunName(entries, id));
  expect(names).toEqual(['Run 250', 'Run 1', 'Run']);
  expect(findRunName(entries, undefined, true)).toBe('Dry run');
});

it('counts runs and dry runs apart', () => {
  const entries = [execution(4, { isDry: true }), execution(3), execution(2, { isDry: true }), execution(1)];
  const names = entries.map(({ id }) => findRunName(entries, id));
  expect(names).toEqual(['Dry run 2', 'Run 2', 'Dry run 1', 'Run 1']);
});

it('leaves out what another tab has removed', async () => {
  const { store } = storeOf([execution(2), execution(1)]);
  await store.actions.load('w');
  store.actions.takeUpdate(update({ executionId: 'run-1', gone: true, workflowId: 'other' }));
  expect(store.getState().entries).toHaveLength(2);
  store.actions.takeUpdate(update({ executionId: 'run-1', gone: true }));
  expect(store.getState().entries.map(({ id }) => id)).toEqual(['run-2']);
});

it('reads the newest again when a run was given up, as it is interrupted then', async () => {
  const runs = [execution(1, { status: 'running' })];
  const { store, flush } = storeOf(runs);
  await store.actions.load('w');
  runs[0] = execution(1, { status: 'interrupted' });
  store.actions.takeUpdate(update({ failure: { code: 'STORAGE_FAILED', message: 'Broken.', retryable: true } }));
  flush();
  await expect.poll(() => store.getState().entries[0]?.status).toBe('interrupted');
});

it('reads the newest again, once, when runs start or end', async () => {
  const runs = [execution(1, { status: 'running' })];
  const { store, asked, flush } = storeOf(runs);
  await store.actions.load('w');
  runs[0] = execution(1, { status: 'cancelled' });
  runs.unshift(execution(2));
  store.actions.takeUpdate(update({ workflowId: 'other', events: [ended] }));
  store.actions.takeUpdate(update({}));
  store.actions.takeUpdate(update({ events: [ended] }));
  store.actions.takeUpdate(update({ events: [ended] }));
  flush();
  await expect.poll(() => store.getState().entries.map(({ status }) => status)).toEqual(['completed', 'cancelled']);
  expect(asked).toHaveLength(2);
});

it('tells why the runs could not be read', async () => {
  const store = createRunsStore({ executions: () => Promise.reject(new Error('no disk')) });
  await store.actions.load('w');
  expect(store.getState()).toMatchObject({
    status: 'failed',
    failure: { message: expect.stringContaining('no disk') },
  });
});
