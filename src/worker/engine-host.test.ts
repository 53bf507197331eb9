import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '@/base/errors';
import { maxPartBytes } from '@/run/runner';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { RunLocks } from '@/storage/run-locks';
import { execution } from '@/storage/samples.testing';
import type { Stores } from '@/storage/stores';
import { createEngineHost, type EngineHostOptions } from './engine-host';
import { answering, asking, chain, closePorts, endless, follow, local, plain, plansOf } from './engine-host.testing';

let stores: Stores;
let locks: RunLocks;
const open = (options: Partial<EngineHostOptions> = {}) =>
  createEngineHost({
    stores,
    locks,
    scripts: { run: () => Promise.reject(new Error('No scripts here.')) },
    ...options,
  });
const statusOf = async (id: string) => (await stores.executions.get(id))?.status;

beforeEach(() => {
  stores = createMemoryStores({ now: () => 0 });
  locks = createMemoryRunLocks();
});
afterEach(() => {
  closePorts();
});

describe('a run', () => {
  it('goes to its end, is told to followers in order, and is stored', async () => {
    const host = await open();
    const { updates, kinds, until } = follow(host);
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(plain, plain) });
    await until(() => kinds().includes('run.completed'));
    const sent = updates.flatMap((update) => update.events);
    expect(sent.map((event) => event.seq)).toEqual(sent.map((_, index) => index + 1));
    expect(await host.runner.readEvents(id)).toEqual(sent);
    expect(await host.runner.readEvents(id, 2, 1)).toEqual(sent.slice(1, 2));
    expect(await host.runner.executions('w1')).toMatchObject([{ id, name: 'Test', status: 'completed' }]);
    expect(updates.every((update) => update.executionId === id && update.workflowId === 'w1')).toBe(true);
  });

  it('can be cancelled, and cancelling what has ended is no error', async () => {
    const host = await open();
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    await host.runner.cancel(id);
    expect(await statusOf(id)).toBe('cancelled');
    await host.runner.cancel(id);
    await host.runner.cancel('never heard of');
  });

  it('leaves nothing behind when it cannot be started', async () => {
    const append: Stores['events']['append'] = () => Promise.reject(new AppError('STORAGE_FAILED', 'Broken.'));
    const host = await open({ stores: { ...stores, events: { ...stores.events, append } } });
    const start = plansOf(host).start({ workflowId: 'w1', plan: chain(plain) });
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
    const id = await plansOf(broken).start({ workflowId: 'w1', plan: chain(plain, plain) });
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
    const plan = chain({ model: 'openrouter:openai/gpt-4o' });
    await plansOf(host).start({ workflowId: 'w1', plan });
    await until(() => kinds().includes('run.paused'));
    expect(requests).toEqual([]);
    await host.keys.set('openrouter', 'sk-1');
    await until(() => kinds().includes('run.completed'));
    expect(requests.map((request) => request.headers.get('authorization'))).toEqual(['Bearer sk-1']);
  });
});

describe('a person', () => {
  it('pauses a run, which then waits over a reload, and goes on when it is resumed', async () => {
    const requests: Request[] = [];
    const host = await open({ fetch: answering(requests, 1) });
    await host.settings.saveProvider(local);
    const { kinds, until } = follow(host);
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain({ model: 'local:m' }, { model: 'local:m' }) });
    await until(() => requests.length === 2);
    await host.runner.pause(id);
    await until(() => kinds().includes('run.paused'));
    expect(await statusOf(id)).toBe('waiting');
    expect(requests[1]?.signal.aborted).toBe(true);

    const after: Request[] = [];
    const later = await open({ fetch: answering(after) });
    const { kinds: laterKinds, until: laterUntil } = follow(later);
    expect(await later.runner.resumeUnfinished()).toEqual([]);
    await later.runner.resume(id);
    await laterUntil(() => laterKinds().includes('run.completed'));
    expect(after).toHaveLength(1);
    await later.runner.resume(id);
    await later.runner.pause(id);
  });

  it('can cancel a run that is paused', async () => {
    const host = await open();
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    await host.runner.pause(id);
    await host.runner.cancel(id);
    expect(await statusOf(id)).toBe('cancelled');
  });

  it('is interrupted in the list once its tab has died, until it is resumed', async () => {
    const host = await open();
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    expect(await host.runner.executions('w1')).toMatchObject([{ id, status: 'running' }]);
    const later = await open({ locks: createMemoryRunLocks() });
    expect(await later.runner.executions('w1')).toMatchObject([{ id, status: 'interrupted' }]);
    expect(await later.runner.resumeUnfinished()).toEqual([id]);
    expect(await later.runner.executions('w1')).toMatchObject([{ id, status: 'running' }]);
  });

  it('answers what a task asks, though the page was loaded anew in between', async () => {
    const host = await open();
    const { kinds, until } = follow(host);
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(asking) });
    await until(() => kinds().includes('input.requested'));

    const later = await open({ locks: createMemoryRunLocks() });
    const { updates, kinds: laterKinds, until: laterUntil } = follow(later);
    expect(await later.runner.resumeUnfinished()).toEqual([id]);
    const asked = (await later.runner.readEvents(id)).filter(({ kind }) => kind === 'input.requested');
    expect(asked.map(({ task }) => task)).toEqual(['Which version?']);
    await later.runner.provideInput(id, asked[0]?.path ?? '', 'The third.');
    await laterUntil(() => laterKinds().includes('run.completed'));
    const events = updates.flatMap((update) => update.events);
    expect(events.filter(({ kind }) => kind === 'input.requested')).toEqual([]);
    expect(events.find(({ kind }) => kind === 'tool.called')?.result).toBe('The third.');
  });

  it('has the history of a run compacted and put back, be the run paused, where the run keeps one', async () => {
    const host = await open();
    const { kinds, until } = follow(host);
    const plan = chain(plain, endless, { agent: { model: 'sim:fast', contextTransfer: 'full' } });
    const id = await plansOf(host).start({ workflowId: 'w1', plan });
    await until(() => kinds().includes('task.completed'));
    await host.runner.compact(id);
    await host.runner.pause(id);
    await host.runner.restore(id, ['task/a']);
    const done = (await host.runner.readEvents(id)).filter(({ kind }) => kind.startsWith('compaction.'));
    expect(done.map(({ kind, data }) => [kind, 'trigger' in data ? data.trigger : data])).toEqual([
      ['compaction.done', 'manual'],
      ['compaction.restored', { tasks: ['task/a'] }],
    ]);
    expect(await statusOf(id)).toBe('waiting');
    const later = await open();
    expect(await later.runner.resumeUnfinished()).toEqual([]);
    await expect(later.runner.restore(id, ['task/b'])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await later.runner.cancel(id);
    await expect(later.runner.compact(id)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });

    const without = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    await expect(host.runner.compact(without)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await host.runner.cancel(without);
  });

  it('is told that a run does not go on here, if it does not', async () => {
    const host = await open();
    await expect(host.runner.provideInput('never heard of', 'task/a', 'x')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
  });
});

it('sends secrets to the server of a tool once that is allowed, and tells them to nobody else', async () => {
  const sent: Request[] = [];
  const host = await open({
    fetch: async (input, init) => {
      sent.push(new Request(input, init));
      return new Response('It is sunny.');
    },
  });
  await host.secrets.set('WEATHER', 'hush-4711');
  expect(await host.secrets.status()).toEqual({ WEATHER: 'in_memory' });
  const { updates, kinds, until } = follow(host);
  const url = 'https://weather.test/?q={{city}}';
  const http = { url, headers: { authorization: 'Bearer {{secrets.WEATHER}}' } };
  const tool = {
    name: 'weather',
    description: 'Tells it',
    parameters: { type: 'object', properties: { city: { type: 'string' } } },
    http,
  };
  const options = { tool_calls: [{ name: 'weather', arguments: { city: 'Ulm' } }] };
  const wish = { workflowId: 'w1', plan: chain({ model: 'sim:fast', tools: [tool], options }) };
  const use = { secret: 'WEATHER', target: 'https://weather.test' };
  await expect(plansOf(host).start(wish)).rejects.toMatchObject({
    code: 'KEY_NEEDED',
    details: { workflow: 'w1', secrets: [{ ...use, tool: 'weather' }] },
  });
  await host.grants.allow('other', [use]);
  await expect(plansOf(host).start(wish)).rejects.toMatchObject({ code: 'KEY_NEEDED' });
  expect(await host.runner.executions('w1')).toEqual([]);
  await host.grants.allow('w1', [use]);
  const id = await plansOf(host).start(wish);
  await until(() => kinds().includes('run.completed'));
  expect(sent.map(({ url: to, headers }) => [to, headers.get('authorization')])).toEqual([
    ['https://weather.test/?q=Ulm', 'Bearer hush-4711'],
  ]);
  expect(JSON.stringify([updates, await host.runner.executions('w1')])).not.toContain('hush-4711');
  expect(JSON.stringify(await host.runner.readEvents(id))).toContain('It is sunny.');
});

describe('a run that was cut off', () => {
  const plan = chain({ model: 'local:m', description: 'Do first' }, { model: 'local:m', description: 'Do second' });

  it('goes on where it was: what had finished is not asked for again', async () => {
    const before: Request[] = [];
    const host = await open({ fetch: answering(before, 1) });
    await host.settings.saveProvider(local);
    const { kinds, until } = follow(host);
    const id = await plansOf(host).start({ workflowId: 'w1', plan });
    await until(() => kinds().filter((kind) => kind === 'model.requested').length === 2);

    // Another process on the same stores: the locks of the first ended with it.
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
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    const other = await open();
    expect(await other.runner.resumeUnfinished()).toEqual([]);
    await expect(other.runner.cancel(id)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await host.runner.cancel(id);
    expect(await other.runner.resumeUnfinished()).toEqual([]);
  });

  it('can be cancelled though nobody runs it', async () => {
    const host = await open();
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    const later = await open({ locks: createMemoryRunLocks() });
    await later.runner.cancel(id);
    expect(await statusOf(id)).toBe('cancelled');
  });
});

it('stops the runs of a workflow before it is removed', async () => {
  const host = await open();
  const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
  await host.workflows.remove('w1');
  expect(await stores.executions.get(id)).toBeUndefined();
});

it('removes what is kept of the tests of a workflow with it, and opens them only if there are any', async () => {
  const runs = createMemoryStores({ now: () => 0 });
  for (const [id, workflowId] of Object.entries({ a: 'w1/refund@1', b: 'w1/mails/2@1', c: 'w11/refund@1' }))
    await runs.executions.create(execution(id, { workflowId }));
  for (const id of ['w1', 'w11']) await runs.settings.put(`last results of ${id}`, id);
  const openCaseRuns = vi.fn(async () => runs);
  const host = await open({ caseRuns: { open: openCaseRuns, find: async () => runs } });
  await host.workflows.remove('w1');
  expect(await Promise.all(['a', 'b', 'c'].map(async (id) => (await runs.executions.get(id))?.id))).toEqual([
    ...[undefined, undefined, 'c'],
  ]);
  expect(await runs.settings.get('last results of w1')).toBeUndefined();
  expect(await runs.settings.get('last results of w11')).toBe('w11');
  const withoutTests = await open({ caseRuns: { open: openCaseRuns, find: async () => undefined } });
  await withoutTests.workflows.remove('w11');
  expect(openCaseRuns).not.toHaveBeenCalled();
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

it('gives parts of a payload, with how long it is', async () => {
  const host = await open();
  const ref = await stores.blobs.put('e1', 'Grüße');
  const part = await host.runner.readBlobPart('e1', ref, 1, 2);
  expect(part).toEqual({ bytes: new TextEncoder().encode('Grüße').slice(1, 3), total: 7 });
  expect(await host.runner.readBlobPart('e1', ref, 9, maxPartBytes)).toMatchObject({ total: 7 });
});

it('tells nothing to a follower that is done', async () => {
  const host = await open();
  const done = follow(host);
  const { kinds, until } = follow(host);
  await plansOf(host).start({ workflowId: 'w1', plan: chain(plain) });
  await done.until(() => done.kinds().includes('run.completed'));
  await done.stop();
  const heard = done.updates.length;
  await plansOf(host).start({ workflowId: 'w1', plan: chain(plain) });
  await until(() => kinds().filter((kind) => kind === 'run.completed').length === 2);
  expect(done.updates).toHaveLength(heard);
});

it('says why the storage is not the one that was wanted', async () => {
  const failure = { code: 'STORAGE_FAILED' as const, message: 'No storage.', retryable: false };
  expect(await (await open()).opened()).toEqual({ ok: true });
  expect(await (await open({ failure })).opened()).toEqual({ ok: false, failure });
});

it('lists runs without their plans, and tells which were dry runs', async () => {
  const host = await open({ fetch: answering([]) });
  await host.settings.saveProvider(local);
  const { kinds, until } = follow(host);
  const plan = chain(plain);
  const id = await plansOf(host).start({ workflowId: 'w1', plan });
  await plansOf(host).start({ workflowId: 'w2', plan: { ...plan, isDry: true } });
  await until(() => kinds().filter((kind) => kind === 'run.completed').length === 2);
  const [entry] = await host.runner.executions('w1');
  expect(entry).toMatchObject({ id, planHash: plan.hash });
  expect(entry).not.toHaveProperty('plan');
  expect(entry).not.toHaveProperty('isDry');
  expect(await host.runner.executions('w2')).toMatchObject([{ isDry: true }]);
});

it('runs again what a run ran, which has to be there', async () => {
  const host = await open();
  const { kinds, until } = follow(host);
  const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(plain) });
  const again = await host.runner.repeat(id);
  await until(() => kinds().filter((kind) => kind === 'run.completed').length === 2);
  const [first, second] = await Promise.all([id, again].map((run) => stores.executions.get(run)));
  expect(second).toMatchObject({ workflowId: 'w1', plan: first?.plan, status: 'completed' });
  await expect(host.runner.repeat('never heard of')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});
