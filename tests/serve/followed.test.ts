import { afterEach, describe, expect, it, vi } from 'vitest';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import { createEngineHost } from '@/worker/engine-host';
import { closePorts, follow } from '@/worker/engine-host.testing';
import { address, connected, network, type Opened, origin } from './connected-page';
import { serveHere } from './served';

const greeting = `
name: Greeting
default_model: sim:echo
tasks:
  hi: { description: "Say ${'hello '.repeat(2000)}", attachments: [/given.txt] }
  again: { description: "Once more: {{hi}}", depends_on: [hi] }
`;
const asking = `
name: Asking
default_model: sim:echo
tasks:
  name: { type: ask, message: What is it called?, form: { word: { type: text } } }
  use: { description: "Use {{name.output.word}}", depends_on: [name] }
`;

afterEach(closePorts);

const statusHere = async ({ stores }: Opened, id: string) => (await stores.executions.get(id))?.status;

/** Whether everything of a run at the server is here, byte for byte. */
async function expectSame({ stores, served }: Opened, id: string): Promise<void> {
  const there = await served.options.stores.events.read(id);
  const here = await stores.events.read(id);
  expect(here).toEqual(there);
  const refs = [...JSON.stringify(there).matchAll(/"ref":"([0-9a-f]{64})"/g)].map(([, ref]) => ref ?? '');
  expect(refs.length).toBeGreaterThan(0);
  for (const ref of refs) {
    expect(await stores.blobs.get(id, ref)).toBe(await served.options.stores.blobs.get(id, ref));
  }
}

describe('a run at a server', () => {
  it('is started with the workflow of the page and its files, told live, and kept here whole', async () => {
    const all = await connected(greeting, ['admin']);
    const { page, server } = all;
    const heard = follow(page);
    const id = await page.servers.start(server, 'w1');
    expect(await page.servers.placeOf(id)).toMatchObject({ server: { id: server, name: 'Loom' } });
    await heard.until(() => heard.kinds().includes('run.completed'));
    expect(heard.updates.flatMap(({ events }) => events.map(({ seq }) => seq))).toEqual(
      (await all.stores.events.read(id)).map(({ seq }) => seq),
    );
    expect(heard.updates.some(({ deltas }) => deltas.length > 0)).toBe(true);
    expect(heard.updates.every(({ workflowId, executionId }) => workflowId === 'w1' && executionId === id)).toBe(true);
    await expectSame(all, id);
    const [entry] = await page.runner.executions('w1');
    expect(entry).toMatchObject({ id, status: 'completed', name: 'Greeting', totals: { calls: 2 } });
    // Looked at, compared and forked like every other.
    expect((await page.runner.stateAt(id))?.status).toBe('completed');
    const forked = await page.runner.fork({ executionId: id });
    await heard.until(() =>
      heard.updates.some(
        ({ executionId, events }) => executionId === forked && events.some(({ kind }) => kind === 'run.completed'),
      ),
    );
    expect((await all.stores.executions.get(forked))?.totals.calls).toBe(0);
    expect((await page.runner.compare(id, forked)).changes).toEqual([]);
    expect(await page.servers.placeOf(forked)).toBeUndefined();
  });

  it('is answered, paused, resumed and cancelled there', async () => {
    const all = await connected(asking, ['admin']);
    const { page, server, served } = all;
    const id = await page.servers.start(server, 'w1');
    await expect.poll(async () => (await page.runner.stateAt(id))?.questions.size).toBe(1);
    expect(await page.runner.owner(id)).toBe('here');
    await page.runner.pause(id);
    expect(await statusHere(all, id)).toBe('waiting');
    await page.runner.resume(id);
    await expect.poll(async () => (await page.runner.stateAt(id))?.waits.length).toBe(0);
    const state = await page.runner.stateAt(id);
    const [path = ''] = state?.questions.keys() ?? [];
    await page.runner.provideInput(id, path, JSON.stringify({ word: 'Loom' }));
    await expect.poll(() => statusHere(all, id)).toBe('completed');
    const second = await page.servers.start(server, 'w1');
    await page.runner.cancel(second);
    expect(await statusHere(all, second)).toBe('cancelled');
    expect((await served.options.stores.executions.get(second))?.status).toBe('cancelled');
  });

  it('misses no event while the server is away, says so, and goes on when it is back', async () => {
    const all = await connected(asking, ['admin']);
    const { page, server, served, net } = all;
    const id = await page.servers.start(server, 'w1');
    await expect.poll(async () => (await page.runner.stateAt(id))?.questions.size).toBe(1);
    net.down();
    await expect.poll(async () => (await page.servers.placeOf(id))?.state).toBe('away');
    expect(await page.runner.owner(id)).toBe('elsewhere');
    expect((await page.servers.placeOf(id))?.failure).toMatchObject({
      code: 'PROVIDER_ERROR',
      advice: expect.stringContaining('heddle serve'),
    });
    await expect(page.servers.takeHere(id)).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
    // Meanwhile it goes on there.
    const [path = ''] = (await page.runner.stateAt(id))?.questions.keys() ?? [];
    await served.app.runs.host.provideInput(id, path, JSON.stringify({ word: 'Loom' }));
    await expect.poll(async () => (await served.options.stores.executions.get(id))?.status).toBe('completed');
    expect(await statusHere(all, id)).toBe('running');
    net.up();
    await page.servers.tryNow();
    await expect.poll(() => statusHere(all, id)).toBe('completed');
    await expectSame(all, id);
  });

  it('is never run here: neither after a reload nor in another tab, which follows it when the first is gone', async () => {
    const all = await connected(asking, ['admin']);
    const { page, server } = all;
    const id = await page.servers.start(server, 'w1');
    await expect.poll(async () => (await page.runner.stateAt(id))?.questions.size).toBe(1);
    const second = await all.tab();
    await second.runner.resumeUnfinished();
    expect(await second.runner.owner(id)).toBe('here');
    await second.runner.takeUp(id);
    await second.runner.takeOver(id);
    const here = async () => (await all.stores.events.read(id)).filter(({ kind }) => kind === 'run.resumed').length;
    expect(await here()).toBe(0);
    // The token was in memory only.
    all.net.down();
    const again = await all.reloaded();
    await again.runner.resumeUnfinished();
    await expect.poll(async () => (await again.servers.placeOf(id))?.state).toBe('away');
    all.net.up();
    await again.servers.tryNow();
    await expect.poll(async () => (await again.servers.placeOf(id))?.state).toBe('refused');
    expect((await again.servers.placeOf(id))?.failure?.message).toBe('Loom wants a token.');
    await again.servers.save({ id: server, name: 'Loom', address }, all.served.token(['admin']));
    await expect.poll(async () => (await again.servers.placeOf(id))?.state).toBe('live');
    expect(await here()).toBe(0);
  });

  it('is not followed again by who asks for its owner while it is taken here', async () => {
    const all = await connected(asking, ['admin']);
    const { page, server, stores } = all;
    const id = await page.servers.start(server, 'w1');
    await expect.poll(async () => (await page.runner.stateAt(id))?.questions.size).toBe(1);
    const put = stores.settings.put.bind(stores.settings);
    vi.spyOn(stores.settings, 'put').mockImplementation(async (...entry) => {
      await page.runner.owner(id);
      await put(...entry);
    });
    await page.servers.takeHere(id);
    expect(await page.runner.owner(id)).toBe('nobody');
    await page.runner.resume(id);
    expect(await page.runner.owner(id)).toBe('here');
    await page.runner.remove([id]);
    expect(await stores.executions.get(id)).toBeUndefined();
  });

  it('is taken here and goes on here, and is sent back and goes on there', async () => {
    const all = await connected(asking, ['admin']);
    const { page, server, served } = all;
    const id = await page.servers.start(server, 'w1');
    await expect.poll(async () => (await page.runner.stateAt(id))?.questions.size).toBe(1);
    await page.servers.takeHere(id);
    expect(await page.servers.placeOf(id)).toBeUndefined();
    expect((await served.options.stores.executions.get(id))?.status).toBe('waiting');
    const before = await served.options.stores.events.read(id);
    await page.runner.resume(id);
    await expect.poll(async () => (await page.runner.stateAt(id))?.waits.length).toBe(0);
    expect(await served.options.stores.events.read(id)).toEqual(before);

    const there = await page.servers.send(server, id);
    expect(there).not.toBe(id);
    expect(await statusHere(all, id)).toBe('waiting');
    await expect.poll(async () => (await page.runner.stateAt(there))?.waits.length).toBe(0);
    await expect.poll(async () => (await page.runner.stateAt(there))?.questions.size).toBe(1);
    const [path = ''] = (await page.runner.stateAt(there))?.questions.keys() ?? [];
    await page.runner.provideInput(there, path, JSON.stringify({ word: 'Weft' }));
    await expect.poll(() => statusHere(all, there)).toBe('completed');
    expect((await served.options.stores.executions.get(there))?.status).toBe('completed');
  });

  it('that others started there is listed and followed', async () => {
    const all = await connected(greeting, ['read']);
    const { page, server, served } = all;
    const id = await served.app.runs.startSent(
      { name: 'theirs', notation: 'yaml', text: greeting },
      { files: [{ path: '/given.txt', content: new Uint8Array([65]) }] },
    );
    const { runs, next } = await page.servers.runs(server);
    expect([runs.map((run) => run.id), next]).toEqual([[id], null]);
    await page.servers.follow(server, id, 'w1');
    await expect.poll(() => statusHere(all, id)).toBe('completed');
    await expectSame(all, id);
    await page.runner.remove([id]);
    expect(await page.servers.placeOf(id)).toBeUndefined();
    expect(await page.runner.executions('w1')).toEqual([]);
    expect(await served.options.stores.executions.get(id)).toBeDefined();
  });
});

describe('a server', () => {
  it('is tried: it says who it is and what the token may do', async () => {
    const { page, server, served } = await connected(greeting, ['read']);
    expect(await page.servers.test({ id: server, address })).toEqual({ ok: true, version: '1.2.3', scopes: ['read'] });
    expect(await page.servers.test({ address }, served.token(['admin']))).toMatchObject({ scopes: ['admin'] });
    expect((await page.servers.list()).map(({ name, token }) => [name, token])).toEqual([['Loom', 'in_memory']]);
  });

  it('alone gets its token: another address gets none, when it is tried or saved', async () => {
    const { page, server, token, net } = await connected(greeting, ['admin']);
    const other = 'https://other.example';
    await page.servers.test({ id: server, address });
    await page.servers.test({ id: server, address: other });
    await page.servers.save({ id: server, name: 'Loom', address: other });
    await page.servers.test({ id: server, address: other });
    await expect(page.servers.runs(server)).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
    expect([...net.state.tokens]).toEqual([[address, `Bearer ${token}`]]);
    expect((await page.servers.list()).map((one) => one.token)).toEqual([undefined]);
  });

  it('says what to do when it is away, refuses the page or the token, or is no such server', async () => {
    const { page, server, served, net } = await connected(greeting, ['read']);
    const told = async (more: object = {}, token?: string) => {
      const test = await page.servers.test({ id: server, address, ...more }, token);
      return test.ok ? [] : [test.failure.message, test.failure.advice];
    };
    expect(await told({}, 'heddle_wrong')).toEqual([
      'The server does not know the token.',
      'Make one there with: heddle token make --scope admin',
    ]);
    await expect(page.servers.start(server, 'w1')).rejects.toMatchObject({
      message: expect.stringContaining('The token for Loom may not do this.'),
    });
    Object.assign(served.options, { origins: [] });
    const stranger = serveHere({});
    const refusing = await createEngineHost({
      stores: createMemoryStores({ now: () => 0 }),
      locks: createMemoryRunLocks(),
      scripts: { run: () => Promise.reject(new Error('No scripts here.')) },
      fetch: network(() => stranger).fetch,
      origin,
    });
    expect(await refusing.servers.test({ address })).toMatchObject({
      failure: {
        message: `The server does not answer pages of ${origin}.`,
        advice: `Start it with: heddle serve --allow-origin ${origin}`,
      },
    });
    net.down();
    expect(await told()).toEqual([`The server does not answer at ${address}.`, 'Is heddle serve running there?']);
    expect(await told({ address: 'javascript:alert(1)' })).toEqual([
      'This is not the address of a server.',
      expect.any(String),
    ]);
  });

  it('is not sent a key or a secret of the page with a run, and no event, setting or export has its token', async () => {
    const all = await connected(`${asking}description: The word is s3cret-of-the-harbour.\n`, ['admin']);
    const { page, server, token, served, stores } = all;
    expect(token.length).toBeGreaterThan(20);
    await page.secrets.set('HARBOUR', 's3cret-of-the-harbour');
    const id = await page.servers.start(server, 'w1');
    await expect.poll(async () => (await page.runner.stateAt(id))?.questions.size).toBe(1);
    await page.servers.takeHere(id);
    const there = await page.servers.send(server, id);
    const kept = JSON.stringify([
      await stores.settings.get('servers'),
      await stores.settings.get('followed-runs'),
      await stores.events.read(id),
      served.logged,
    ]);
    expect(kept).not.toContain(token);
    const { bytes } = await page.runner.exportRun(id, true);
    const exported = new TextDecoder().decode(bytes);
    for (const secret of [token, 's3cret-of-the-harbour']) expect(exported).not.toContain(secret);
    const sent = await served.options.stores.executions.get(there);
    expect(JSON.stringify(sent)).not.toContain('s3cret-of-the-harbour');
  });
});
