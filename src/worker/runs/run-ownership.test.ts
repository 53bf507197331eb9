import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ok } from '@/base/result';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { RunLocks } from '@/storage/run-locks';
import type { Stores } from '@/storage/stores';
import { createEngineHost, type EngineHostOptions } from '../engine-host';
import { answering, chain, closePorts, endless, follow, local, plain, plansOf } from '../engine-host.testing';
import { createTabs } from '../tabs/tab-channel.testing';

const two = chain({ model: 'local:m', description: 'Do first' }, { model: 'local:m', description: 'Do second' });

let stores: Stores;
let locks: RunLocks;
let tabs: ReturnType<typeof createTabs>;
/** A tab: a worker with the storage and the locks of the browser. */
const openTab = async (options: Partial<EngineHostOptions> = {}) => {
  const scripts = { run: () => Promise.reject(new Error('No scripts here.')) };
  const host = await createEngineHost({ stores, locks, tabs: tabs.open(), scripts, patienceMs: 20, ...options });
  await host.settings.saveProvider(local);
  return host;
};
const statusOf = async (id: string) => (await stores.executions.get(id))?.status;
const kindsOf = async (id: string) => (await stores.events.read(id)).map(({ kind }) => kind);

/** Resolves once a condition holds; the test's own timeout ends the wait. */
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 1));
}

beforeEach(() => {
  stores = createMemoryStores({ now: () => 0 });
  locks = createMemoryRunLocks();
  tabs = createTabs();
});
afterEach(closePorts);

describe('a run of another tab', () => {
  /** A tab that runs two tasks, the second of which gets no answer. */
  async function running(options: Partial<EngineHostOptions> = {}) {
    const requests: Request[] = [];
    const host = await openTab({ fetch: answering(requests, 1), ...options });
    const followed = follow(host);
    const id = await plansOf(host).start({ workflowId: 'w1', plan: two });
    await followed.until(() => requests.length === 2);
    return { host, id, requests, ...followed };
  }

  it('is told to followers as it is stored, with what streams', async () => {
    const other = await openTab();
    const heard = follow(other);
    const host = await openTab();
    const owner = follow(host);
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(plain, plain) });
    await heard.until(() => heard.kinds().includes('run.completed'));
    const events = heard.updates.flatMap((update) => update.events);
    expect(events).toEqual(await stores.events.read(id));
    await owner.until(() => owner.kinds().includes('run.completed'));
    const streamed = (updates: typeof heard.updates) =>
      updates.flatMap(({ deltas }) => deltas.map(({ path, text }) => `${path} ${text}`)).join('');
    expect(streamed(heard.updates)).toBe(streamed(owner.updates));
    expect(heard.updates.every(({ workflowId, executionId }) => workflowId === 'w1' && executionId === id)).toBe(true);
  });

  it('is taken over on request: the other tab stops what is in flight, and writes no word of it', async () => {
    const { host, id, requests } = await running();
    const after: Request[] = [];
    const other = await openTab({ fetch: answering(after) });
    expect(await other.runner.owner(id)).toBe('elsewhere');
    await expect(other.runner.resume(id)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const { kinds, until } = follow(other);
    await other.runner.takeOver(id);
    expect(await other.runner.owner(id)).toBe('here');
    expect(await host.runner.owner(id)).toBe('elsewhere');
    expect(requests[1]?.signal.aborted).toBe(true);
    await until(() => kinds().includes('run.completed'));
    expect(after).toHaveLength(1);
    expect(await kindsOf(id)).not.toContain('run.paused');
    await other.runner.takeOver(id);
    expect(await other.runner.owner(id)).toBe('nobody');
  });

  it('is taken from a tab that does not answer, which then stops', async () => {
    const channel = tabs.open();
    const { host, id, requests, updates } = await running({ tabs: channel });
    channel.freeze();
    const other = await openTab({ fetch: answering([]) });
    const { kinds, until } = follow(other);
    await other.runner.takeOver(id);
    await until(() => kinds().includes('run.completed'));
    await eventually(async () => (await host.runner.owner(id)) !== 'here');
    expect(requests[1]?.signal.aborted).toBe(true);
    expect(updates.filter(({ failure }) => failure != null)).toEqual([]);
  });

  it('is not written to by a tab that was frozen while it lost it', async () => {
    const lost = new AbortController();
    // The notice about the lock is queued in the tab, after the answer.
    const late: RunLocks = {
      ...locks,
      hold: async (...wish) => {
        const hold = await locks.hold(...wish);
        return hold.ok ? ok({ ...hold.value, lost: lost.signal }) : hold;
      },
      holder: async (id) => {
        lost.abort();
        return locks.holder(id);
      },
    };
    let answer = () => {};
    const requests: Request[] = [];
    const first = answering(requests);
    const frozen: typeof fetch = async (...request) => {
      if (requests.length === 1) await new Promise<void>((resolve) => (answer = resolve));
      return first(...request);
    };
    const channel = tabs.open();
    const host = await openTab({ fetch: frozen, locks: late, tabs: channel });
    const { kinds, until, updates } = follow(host);
    const id = await plansOf(host).start({ workflowId: 'w1', plan: two });
    await until(() => kinds().filter((kind) => kind === 'model.requested').length === 2);
    channel.freeze();

    const other = await openTab({ fetch: answering([]) });
    const { kinds: otherKinds, until: otherUntil } = follow(other);
    await other.runner.takeOver(id);
    await otherUntil(() => otherKinds().includes('run.completed'));
    const log = await stores.events.read(id);
    answer();
    await eventually(async () => (await host.runner.owner(id)) === 'nobody');
    expect(await stores.events.read(id)).toEqual(log);
    expect(updates.filter(({ failure }) => failure != null)).toEqual([]);
  });

  it('goes on where a tab that lost it wrote last', async () => {
    const { id } = await running();
    let stale: (() => Promise<void>) | undefined = async () => {
      const [last] = (await stores.events.read(id)).slice(-1);
      if (last !== undefined) await stores.events.append(id, [{ ...last, seq: last.seq + 1 }], 'strict');
    };
    const append: Stores['events']['append'] = async (...append) => {
      const write = stale;
      stale = undefined;
      await write?.();
      await stores.events.append(...append);
    };
    const after: Request[] = [];
    const other = await openTab({
      fetch: answering(after),
      stores: { ...stores, events: { ...stores.events, append } },
    });
    const { kinds, until } = follow(other);
    await other.runner.takeOver(id);
    await until(() => kinds().includes('run.completed'));
    expect(after).toHaveLength(1);
    const log = await stores.events.read(id);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  });

  it('is taken up when its tab is gone, if no person is needed for that', async () => {
    const { id } = await running();
    const other = await openTab({ fetch: answering([]) });
    expect(await other.runner.takeUp(id)).toBe('elsewhere');
    tabs.open().post({ kind: 'leave', executionId: id });
    await eventually(async () => (await other.runner.owner(id)) === 'nobody');
    const { kinds, until } = follow(other);
    expect(await other.runner.takeUp(id)).toBe('here');
    await until(() => kinds().includes('run.completed'));
    expect(await other.runner.takeUp(id)).toBe('nobody');
    expect(await other.runner.takeUp('never heard of')).toBe('nobody');
  });

  it('is left alone when its tab is gone, if a person paused it or a key is missing', async () => {
    const { host, id } = await running();
    await host.runner.pause(id);
    const { kinds, until } = follow(host);
    const locked = await plansOf(host).start({ workflowId: 'w1', plan: chain({ model: 'openai:gpt-4o' }) });
    await until(() => kinds().includes('run.paused'));
    const other = await openTab();
    tabs.open().post({ kind: 'leave', executionId: locked });
    await eventually(async () => (await other.runner.owner(locked)) === 'nobody');
    for (const run of [id, locked]) expect(await other.runner.takeUp(run)).toBe('nobody');
    await other.keys.set('openai', 'sk-1');
    expect(await other.runner.takeUp(locked)).toBe('here');
    await other.runner.cancel(locked);
  });

  it('is removed wherever it goes on, and followers of both tabs are told', async () => {
    const { host, id, requests, updates, until } = await running();
    const other = await openTab();
    const heard = follow(other);
    await other.runner.remove([id, 'never heard of']);
    await until(() => updates.some(({ gone }) => gone === true));
    await heard.until(() => heard.updates.some(({ gone, executionId }) => gone === true && executionId === id));
    expect(await statusOf(id)).toBeUndefined();
    expect(requests[1]?.signal.aborted).toBe(true);
    expect(await host.runner.owner(id)).toBe('nobody');
  });
});

it('that went on is let go of by its tab when another removes its workflow', async () => {
  const requests: Request[] = [];
  const host = await openTab({ fetch: answering(requests, 0) });
  const id = await plansOf(host).start({ workflowId: 'w1', plan: two });
  await eventually(async () => requests.length === 1);
  const other = await openTab();
  await other.workflows.remove('w1');
  expect(requests[0]?.signal.aborted).toBe(true);
  expect(await statusOf(id)).toBeUndefined();
});

it('is no failure of a run that it was removed while it went on', async () => {
  let answer = () => {};
  const fetch: typeof globalThis.fetch = async (...request) => {
    await new Promise<void>((resolve) => (answer = resolve));
    return answering([])(...request);
  };
  const host = await openTab({ fetch });
  const { updates, kinds, until } = follow(host);
  const id = await plansOf(host).start({ workflowId: 'w1', plan: two });
  await until(() => kinds().includes('model.requested'));
  await stores.executions.remove(id);
  answer();
  await until(() => updates.some(({ gone }) => gone === true));
  expect(updates.filter(({ failure }) => failure != null)).toEqual([]);
});

it('passes over what is told of runs that are not there, or are of another workflow', async () => {
  const host = await openTab();
  const { updates, kinds, until } = follow(host);
  const here = await openTab({ tabs: createTabs().open() });
  const id = await plansOf(here).start({ workflowId: 'w1', plan: chain(endless) });
  const other = tabs.open();
  const last = Number.MAX_SAFE_INTEGER;
  const progress = { kind: 'progress' as const, workflowId: 'w1', first: 1, last, deltas: [] };
  other.post({ ...progress, executionId: 'none' });
  other.post({ ...progress, executionId: id, workflowId: 'w2' });
  await host.runner.owner(id);
  other.post({ ...progress, executionId: id, last: 1 });
  await until(() => kinds().includes('run.started'));
  expect(updates.map(({ executionId, workflowId }) => [executionId, workflowId])).toEqual([[id, 'w1']]);
  await here.runner.cancel(id);
});
