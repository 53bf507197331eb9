import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { Stores } from '@/storage/stores';
import { createEngineHost } from '../engine-host';
import { answering, chain, closePorts, follow, local, plansOf } from '../engine-host.testing';

const say = (description: string, more = {}) => ({ model: 'local:m', description, ...more });
const plan = chain(say('Do first'), say('Do second'), say('Do third'));

let stores: Stores;
const open = async (requests: Request[], answers?: number) => {
  const scripts = { run: () => Promise.reject(new Error('No scripts here.')) };
  const locks = createMemoryRunLocks();
  const host = await createEngineHost({ stores, locks, scripts, fetch: answering(requests, answers) });
  await host.settings.saveProvider(local);
  return host;
};
const endOf = async (host: Awaited<ReturnType<typeof open>>, start: () => Promise<string>) => {
  const { kinds, until } = follow(host);
  const id = await start();
  await until(() => kinds().includes('run.completed'));
  return id;
};
const promptsOf = (requests: readonly Request[]) => Promise.all(requests.map((request) => request.clone().text()));
/** A finished run, and the number of the event with the reply to its first task. */
async function ended() {
  const host = await open([]);
  const id = await endOf(host, () => plansOf(host).start({ workflowId: 'w1', plan }));
  const replies = (await stores.events.read(id)).filter(({ kind }) => kind === 'model.replied');
  return { id, replies: replies.map(({ seq }) => seq) };
}

beforeEach(() => {
  stores = createMemoryStores({ now: () => 0 });
});
afterEach(closePorts);

describe('a fork', () => {
  it('takes what was recorded up to an event, and asks for the rest', async () => {
    const { id, replies } = await ended();
    const requests: Request[] = [];
    const host = await open(requests);
    const fork = await endOf(host, () => host.runner.fork({ executionId: id, seq: replies[1] ?? 0 }));
    expect((await promptsOf(requests)).map((prompt) => /Do \w+/.exec(prompt)?.[0])).toEqual(['Do third']);
    const [newest] = (await host.runner.executions('w1')).filter((run) => run.id === fork);
    expect(newest).toMatchObject({ status: 'completed', forkedFrom: { executionId: id, seq: replies[1] } });
    const [first] = await host.runner.readEvents(fork, 1, 1);
    expect(first).toMatchObject({ kind: 'run.started', data: { forkedFrom: { executionId: id } } });
    expect((await host.runner.stateAt(fork))?.forkedFrom?.seq).toBe(replies[1]);
  });

  it('of all of a run asks for nothing, and with another prompt for that alone', async () => {
    const { id } = await ended();
    const requests: Request[] = [];
    const host = await open(requests);
    await endOf(host, () => host.runner.fork({ executionId: id }));
    expect(requests).toEqual([]);
    const changed = chain(say('Do first'), say('Do otherwise'), say('Do third'));
    await endOf(host, () => plansOf(host).fork({ executionId: id, plan: changed }));
    expect((await promptsOf(requests)).map((prompt) => /Do \w+/.exec(prompt)?.[0])).toEqual(['Do otherwise']);
  });

  it('counts what it paid, and apart from it what it took over, and says of each result which run paid for it', async () => {
    const { id, replies } = await ended();
    const host = await open([]);
    const fork = await endOf(host, () => host.runner.fork({ executionId: id, seq: replies[1] ?? 0 }));
    const state = await host.runner.stateAt(fork);
    expect([state?.totals.calls, state?.takenOver.calls]).toEqual([1, 2]);
    const second = await endOf(host, () => host.runner.fork({ executionId: fork }));
    const taken = (await stores.events.read(second)).filter(({ kind }) => kind === 'model.replied');
    const own = (await stores.events.read(fork)).filter(({ kind }) => kind === 'model.replied').at(-1);
    const times = new Map((await stores.events.read(id)).map(({ seq, t }) => [seq, t]));
    const timeOf = (seq: number | undefined) => times.get(seq ?? 0);
    expect(taken.map((event) => event.taken)).toEqual([
      { run: id, seq: replies[0], t: timeOf(replies[0]) },
      { run: id, seq: replies[1], t: timeOf(replies[1]) },
      { run: fork, seq: own?.seq, t: own?.t },
    ]);
    const entries = await host.runner.executions('w1');
    const sum = entries.reduce((calls, { totals }) => calls + totals.calls, 0);
    expect([sum, entries.find((entry) => entry.id === second)?.takenOver?.calls]).toEqual([4, 3]);
  });

  it('takes on from the earlier run when it is taken up after a reload, and goes on without it if that is gone', async () => {
    const { id } = await ended();
    const before: Request[] = [];
    const host = await open(before, 0);
    const changed = chain(say('Do otherwise'), say('Do second'), say('Do third'));
    const { until } = follow(host);
    const forks = [await plansOf(host).fork({ executionId: id, plan: changed })];
    forks.push(await plansOf(host).fork({ executionId: id, plan: changed }));
    await until(() => before.length === 2);

    const after: Request[] = [];
    const later = await open(after);
    await endOf(later, async () => {
      await later.runner.resume(forks[0] ?? '');
      return '';
    });
    expect(after).toHaveLength(1);
    await later.runner.remove([id]);
    await endOf(later, async () => {
      await later.runner.resume(forks[1] ?? '');
      return '';
    });
    // Of what the removed run gave, nothing is left; the other fork was answered what it had changed.
    expect(after).toHaveLength(3);
  });

  it('of a run that is not there is refused', async () => {
    const host = await open([]);
    await expect(host.runner.fork({ executionId: 'none' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(plansOf(host).fork({ executionId: 'none', plan: {} as typeof plan })).rejects.toThrow();
  });
});
