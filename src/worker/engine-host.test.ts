import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { Plan, PlannedAtomic } from '@/plan/plan';
import type { ProviderConfig } from '@/providers/provider-config';
import type { RunUpdate } from '@/run/runner';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import type { Stores } from '@/storage/stores';
import { createEngineHost, type EngineHostOptions } from './engine-host';
import { createMemoryRunLocks, type RunLocks } from './run-locks';

const task = (id: string, index: number, changes: Partial<PlannedAtomic> = {}): PlannedAtomic => ({
  type: 'atomic',
  id,
  index,
  needs: index === 0 ? [] : [index - 1],
  wave: index,
  label: id,
  disabled: false,
  priority: 'normal',
  inputs: {},
  variables: {},
  returns: {},
  limits: { timeoutMs: 600_000, maxOutputTokens: 4096 },
  retry: { onError: 'fail', maxRetries: 0, backoff: 'none', onMaxRetries: 'fail' },
  model: { provider: 'sim', model: 'fast' },
  options: {},
  system: [],
  instructions: [],
  visibleVariables: {},
  prompt: `Do ${id}`,
  injectContext: true,
  ...changes,
});
const planOf = (...tasks: PlannedAtomic[]): Plan => ({
  planVersion: 1,
  hash: `plan of ${tasks.map(({ id }) => id).join()}`,
  name: 'Test',
  variables: {},
  maxConcurrency: 4,
  tasks,
});
/** A simulated call that does not answer before the run is stopped. */
const endless = { model: { provider: 'sim', model: 'slow' }, options: { latency_ms: 3_600_000 } };

let stores: Stores;
let locks: RunLocks;
let ports: MessagePort[] = [];
const open = (options: Partial<EngineHostOptions> = {}) =>
  createEngineHost({
    stores,
    locks,
    scripts: { run: () => Promise.reject(new Error('No scripts here.')) },
    ...options,
  });
type Host = Awaited<ReturnType<typeof open>>;

/** Follows a host. `until` resolves once what has come satisfies the test. */
function follow(host: Host) {
  const { port1: near, port2: far } = new MessageChannel();
  const updates: RunUpdate[] = [];
  let check = () => {};
  near.onmessage = ({ data }) => {
    updates.push(...data);
    check();
  };
  ports.push(near);
  host.follow(far);
  const kinds = () => updates.flatMap((update) => update.events.map((event) => event.kind));
  const until = (done: () => boolean) =>
    new Promise<void>((resolve) => {
      check = () => void (done() && resolve());
      check();
    });
  return { updates, kinds, until, near };
}

const statusOf = async (id: string) => (await stores.executions.get(id))?.status;

beforeEach(() => {
  stores = createMemoryStores({ now: () => 0 });
  locks = createMemoryRunLocks();
});
afterEach(() => {
  for (const port of ports) port.close();
  ports = [];
});

describe('a run', () => {
  it('goes to its end, is told to followers in order, and is stored', async () => {
    const host = await open();
    const { updates, kinds, until } = follow(host);
    const id = await host.runner.start({ workflowId: 'w1', plan: planOf(task('a', 0), task('b', 1)) });
    await until(() => kinds().includes('run.completed'));
    const told = updates.flatMap((update) => update.events);
    expect(told.map((event) => event.seq)).toEqual(told.map((_, index) => index + 1));
    expect(await host.runner.readEvents(id)).toEqual(told);
    expect(await host.runner.readEvents(id, 2, 1)).toEqual(told.slice(1, 2));
    expect(await host.runner.executions('w1')).toMatchObject([{ id, name: 'Test', status: 'completed' }]);
    expect(updates.every((update) => update.executionId === id && update.workflowId === 'w1')).toBe(true);
  });

  it('can be cancelled, and cancelling what has ended is no error', async () => {
    const host = await open();
    const id = await host.runner.start({ workflowId: 'w1', plan: planOf(task('a', 0, endless)) });
    await host.runner.cancel(id);
    expect(await statusOf(id)).toBe('cancelled');
    await host.runner.cancel(id);
    await host.runner.cancel('never heard of');
  });

  it('leaves nothing behind when it cannot be started', async () => {
    const append: Stores['events']['append'] = () => Promise.reject(new AppError('STORAGE_FAILED', 'Broken.'));
    const host = await open({ stores: { ...stores, events: { ...stores.events, append } } });
    const start = host.runner.start({ workflowId: 'w1', plan: planOf(task('a', 0)) });
    await expect(start).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await stores.executions.unfinished()).toEqual([]);
  });

  it('that the engine gives up is told to followers, and can be taken up again', async () => {
    let appends = 0;
    const append: Stores['events']['append'] = async (...append) => {
      appends += 1;
      if (appends > 1) throw new AppError('STORAGE_FAILED', 'Broken.');
      await stores.events.append(...append);
    };
    const broken = await open({ stores: { ...stores, events: { ...stores.events, append } } });
    const { updates, until } = follow(broken);
    const id = await broken.runner.start({ workflowId: 'w1', plan: planOf(task('a', 0), task('b', 1)) });
    await until(() => updates.some((update) => update.failure?.code === 'STORAGE_FAILED'));
    const sound = await open();
    const { kinds, until: untilSound } = follow(sound);
    expect(await sound.runner.resumeUnfinished()).toEqual([id]);
    await untilSound(() => kinds().includes('run.completed'));
  });

  it('waits for a key, and goes on when it is given', async () => {
    const requests: Request[] = [];
    const fetch = answering(requests);
    const host = await open({ fetch });
    const { kinds, until } = follow(host);
    const plan = planOf(task('a', 0, { model: { provider: 'openai', model: 'gpt-4o' } }));
    await host.runner.start({ workflowId: 'w1', plan });
    await until(() => kinds().includes('run.paused'));
    expect(requests).toEqual([]);
    await host.keys.set('openai', 'sk-1');
    await until(() => kinds().includes('run.completed'));
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual(['Bearer sk-1']);
  });
});

describe('a run that was cut off', () => {
  const local: ProviderConfig = {
    id: 'local',
    label: 'Local',
    protocol: 'openai',
    baseUrl: 'http://local.test/v1',
    needsKey: false,
  };
  const plan = planOf(
    task('first', 0, { model: { provider: 'local', model: 'm' } }),
    task('second', 1, { model: { provider: 'local', model: 'm' } }),
  );

  it('goes on where it was: what had finished is not asked for again', async () => {
    const before: Request[] = [];
    const host = await open({ fetch: answering(before, 1) });
    await host.settings.saveProvider(local);
    const { kinds, until } = follow(host);
    const id = await host.runner.start({ workflowId: 'w1', plan });
    await until(() => kinds().filter((kind) => kind === 'model.requested').length === 2);

    // Another process on the same stores: the locks of the first are gone with it.
    const after: Request[] = [];
    const later = await open({ fetch: answering(after), locks: createMemoryRunLocks() });
    const { kinds: laterKinds, until: laterUntil } = follow(later);
    expect(await later.runner.resumeUnfinished()).toEqual([id]);
    expect(await later.runner.resumeUnfinished()).toEqual([]);
    await laterUntil(() => laterKinds().includes('run.completed'));
    expect(after).toHaveLength(1);
    expect(await after[0]?.text()).toContain('Do second');
  });

  it('is left alone while another tab runs it', async () => {
    const host = await open();
    const id = await host.runner.start({ workflowId: 'w1', plan: planOf(task('a', 0, endless)) });
    const other = await open();
    expect(await other.runner.resumeUnfinished()).toEqual([]);
    await expect(other.runner.cancel(id)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await host.runner.cancel(id);
    expect(await other.runner.resumeUnfinished()).toEqual([]);
  });

  it('can be cancelled though nobody runs it', async () => {
    const host = await open();
    const id = await host.runner.start({ workflowId: 'w1', plan: planOf(task('a', 0, endless)) });
    const later = await open({ locks: createMemoryRunLocks() });
    await later.runner.cancel(id);
    expect(await statusOf(id)).toBe('cancelled');
  });
});

it('stops the runs of a workflow before it is removed', async () => {
  const host = await open();
  const id = await host.runner.start({ workflowId: 'w1', plan: planOf(task('a', 0, endless)) });
  await host.workflows.remove('w1');
  expect(await stores.executions.get(id)).toBeUndefined();
});

it('keeps the files of a workflow until it is removed', async () => {
  const host = await open();
  await host.files.write('w1', [{ path: 'a.md', content: new Uint8Array([1]) }]);
  expect(await host.files.list('w1')).toEqual([{ path: '/a.md', bytes: 1 }]);
  expect(await host.files.read('w1', '/a.md')).toEqual(new Uint8Array([1]));
  await expect(host.files.write('w1', [{ path: '../b', content: new Uint8Array() }])).rejects.toMatchObject({
    code: 'FILE_REFUSED',
  });
  await host.workflows.remove('w1');
  expect(await host.files.list('w1')).toEqual([]);
});

it('tells nothing to a follower that is done', async () => {
  const host = await open();
  const done = follow(host);
  const { kinds, until } = follow(host);
  await host.runner.start({ workflowId: 'w1', plan: planOf(task('a', 0)) });
  await done.until(() => done.kinds().includes('run.completed'));
  done.near.postMessage('done');
  const heard = done.updates.length;
  await host.runner.start({ workflowId: 'w1', plan: planOf(task('a', 0)) });
  await until(() => kinds().filter((kind) => kind === 'run.completed').length === 2);
  expect(done.updates).toHaveLength(heard);
});

it('says why the storage is not the one that was wanted', async () => {
  const failure = { code: 'STORAGE_FAILED' as const, message: 'No storage.', retryable: false };
  expect(await (await open()).opened()).toEqual({ ok: true });
  expect(await (await open({ failure })).opened()).toEqual({ ok: false, failure });
});

it('refuses messages that are none', async () => {
  const host = await open();
  const plan = { planVersion: 1 } as unknown as Plan;
  await expect(host.runner.start({ workflowId: 'w1', plan })).rejects.toThrow();
  await expect(host.workflows.load('')).rejects.toThrow();
  await expect(host.settings.saveProvider({ id: 'x' } as unknown as ProviderConfig)).rejects.toThrow();
  const text = [{ path: '/a', content: 'text' as unknown as Uint8Array }];
  await expect(host.files.write('w1', text)).rejects.toThrow();
});

it.each(['', 'http://me:secret@localhost/v1', 'javascript:alert(1)'])('refuses a provider at “%s”', async (baseUrl) => {
  const host = await open();
  const provider: ProviderConfig = { id: 'x', label: 'X', protocol: 'openai', baseUrl, needsKey: false };
  await expect(host.settings.saveProvider(provider)).rejects.toThrow();
});

describe('providers', () => {
  const proxied: ProviderConfig = {
    id: 'openai',
    label: 'OpenAI by proxy',
    protocol: 'openai',
    baseUrl: 'https://proxy.test/v1',
    needsKey: true,
  };

  it('are the built-in ones and those of the person, who can replace a built-in one and have it back', async () => {
    const host = await open();
    const labelOf = async (id: string) => (await host.settings.providers()).find((one) => one.id === id)?.label;
    expect(await labelOf('openai')).toBe('OpenAI');
    await host.settings.saveProvider(proxied);
    await host.settings.saveProvider({ ...proxied, id: 'mine', label: 'Mine' });
    expect(await labelOf('openai')).toBe('OpenAI by proxy');
    const later = await open();
    expect((await later.settings.providers()).map((one) => one.label)).toEqual(
      expect.arrayContaining(['OpenAI by proxy', 'Mine', 'Anthropic']),
    );
    await host.settings.removeProvider('openai');
    expect(await labelOf('openai')).toBe('OpenAI');
  });

  it('take their key with them when they go', async () => {
    const host = await open();
    await host.settings.saveProvider({ ...proxied, id: 'mine' });
    await host.keys.set('mine', 'sk-1');
    await host.settings.removeProvider('mine');
    await host.settings.saveProvider({ ...proxied, id: 'mine' });
    expect(await host.keys.status()).toMatchObject({ mine: 'missing' });
  });
});

/** A server that answers the first `answers` requests and leaves the others waiting. */
function answering(requests: Request[], answers = Number.POSITIVE_INFINITY): typeof fetch {
  return async (input, init) => {
    requests.push(new Request(input, init));
    if (requests.length > answers) return new Promise(() => undefined);
    const chunk = (delta: object, more: object = {}) =>
      `data: ${JSON.stringify({ id: '1', created: 1, model: 'm', choices: [{ index: 0, delta, ...more }] })}\n\n`;
    const body = `${chunk({ role: 'assistant', content: 'Done.' })}${chunk({}, { finish_reason: 'stop' })}data: [DONE]\n\n`;
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
}
