import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CleanupRule, Execution } from '@/run/runner';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import { emptyPlan, save } from '@/storage/samples.testing';
import type { Stores } from '@/storage/stores';
import { createEngineHost } from '../engine-host';
import { chain, closePorts, endless, follow, plain, plansOf } from '../engine-host.testing';

let stores: Stores;
const open = (quota = { usage: 5, quota: 10, persistent: true }) =>
  createEngineHost({
    stores,
    locks: createMemoryRunLocks(),
    scripts: { run: () => Promise.reject(new Error('No scripts here.')) },
    quota: async () => quota,
  });
type Host = Awaited<ReturnType<typeof open>>;

async function ended(host: Host, workflowId = 'w1'): Promise<string> {
  const { updates, until } = follow(host);
  const id = await plansOf(host).start({ workflowId, plan: chain(plain) });
  const isDone = () => updates.some((update) => update.events.some(({ kind }) => kind === 'run.completed'));
  await until(isDone);
  return id;
}
const idsOf = async (host: Host, workflowId = 'w1') => (await host.runner.executions(workflowId)).map(({ id }) => id);

beforeEach(async () => {
  stores = createMemoryStores({ now: () => 0 });
  for (const id of ['w1', 'w2']) await stores.workflows.save(save(id));
});
afterEach(closePorts);

describe('cleaning up', () => {
  const now: CleanupRule = { keepDays: 0, keepLast: 1 };

  it('tells first what would go, and then lets go of that, of one workflow or of all', async () => {
    const host = await open();
    const [first, second, other] = [await ended(host), await ended(host), await ended(host, 'w2')];
    const running = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    await new Promise((resolve) => setTimeout(resolve, 2));
    const preview = await host.runner.cleanUp('w1', now, true);
    expect(preview.runs.map(({ execution }) => execution.id).sort()).toEqual([first, second].sort());
    expect(preview.runs.every(({ execution }) => !('plan' in execution))).toBe(true);
    expect(await idsOf(host)).toHaveLength(3);
    expect(await host.runner.cleanUp('w1', now, false)).toEqual(preview);
    expect(await idsOf(host)).toEqual([running]);
    expect(await host.runner.cleanUp(undefined, { keepDays: 0, keepLast: 0 }, false)).toMatchObject({
      runs: [{ execution: { id: other } }],
    });
    await host.runner.cancel(running);
  });
});

describe('the storage', () => {
  it('is told of each run, with what the browser says of all', async () => {
    const host = await open();
    const id = await ended(host);
    const use = await host.runner.storage();
    expect(use).toMatchObject({ usage: 5, quota: 10, persistent: true });
    expect(use.runs.get(id)).toBeGreaterThan(0);
    await host.runner.remove([id]);
    expect((await host.runner.storage()).runs.get(id)).toBeUndefined();
  });

  it('is let go of though the end of a run cannot be written any more', async () => {
    const host = await open();
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    const { append } = stores.events;
    Object.assign(stores.events, { append: () => Promise.reject(new Error('No room at all.')) });
    await host.runner.remove([id]);
    Object.assign(stores.events, { append });
    expect(await idsOf(host)).toEqual([]);
  });
});

describe('a run as a file', () => {
  const exported = async (host: Host, id: string) => {
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (let next: string | null | undefined; next !== null; ) {
      const piece = await host.runner.exportRun(id, true, next);
      pieces.push(piece.bytes);
      next = piece.next;
    }
    return pieces;
  };

  it('goes out in pieces of a megabyte, and comes in under another id', async () => {
    const host = await open();
    const id = await ended(host);
    const payload = `${'long '.repeat(500_000)}`;
    const ref = await stores.blobs.put(id, payload);
    const last = (await stores.events.read(id)).at(-1);
    if (last === undefined) throw new Error('It has events.');
    const message = { kind: 'resource.warning', data: { message: 'See there.' } } as const;
    await stores.events.append(id, [{ ...last, ...message, seq: last.seq + 1, ref }], 'strict');
    const pieces = await exported(host, id);
    expect(pieces.map(({ length }) => length).slice(0, -1)).toEqual([1_048_576, 1_048_576]);
    const copy = await host.runner.importRun('w2', new Blob(pieces));
    expect(copy).not.toBe(id);
    expect(await stores.events.read(copy)).toEqual(await stores.events.read(id));
    expect(await host.runner.readBlob(copy, ref)).toBe(payload);
    expect(await host.runner.executions('w2')).toMatchObject([{ id: copy, status: 'completed', name: 'Test' }]);
  });

  it('that had not ended is not taken up by itself', async () => {
    const host = await open();
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    const copy = await host.runner.importRun('w1', new Blob(await exported(host, id)));
    expect(await host.runner.resumeUnfinished()).toEqual([]);
    expect(await host.runner.takeUp(copy)).toBe('nobody');
    await host.runner.resume(copy);
    expect(await host.runner.owner(copy)).toBe('here');
    for (const run of [id, copy]) await host.runner.cancel(run);
  });

  it('is gone if its tab went away before it had come in whole', async () => {
    const host = await open();
    const id = await plansOf(host).start({ workflowId: 'w1', plan: chain(endless) });
    const pieces = await exported(host, id);
    await host.runner.cancel(id);
    const [file] = pieces;
    if (file === undefined) throw new Error('There is no piece.');
    const comes = new Blob([file]);
    // The import stops in the middle and never continues.
    comes.slice = () => ({ arrayBuffer: () => new Promise<ArrayBuffer>(() => {}) }) as Blob;
    void host.runner.importRun('w1', comes);
    await expect.poll(() => stores.settings.get('importing')).toHaveLength(1);
    const [half = ''] = (await stores.settings.get('importing')) as string[];
    await stores.executions.create({
      ...((await stores.executions.get(id)) as Execution),
      id: half,
      status: 'running',
    });
    const later = await open();
    expect(await later.runner.resumeUnfinished()).toEqual([]);
    expect(await stores.executions.get(half)).toBeUndefined();
    expect(await stores.settings.get('importing')).toEqual([]);
  });

  it('has neither keys nor secrets in it', async () => {
    const host = await open();
    await host.keys.set('openai', 'sk-very-secret');
    await host.secrets.set('WEATHER', 'hush-hush-4711');
    await stores.executions.create({
      ...((await stores.executions.get(await ended(host))) ?? { startedAt: '', workflowId: 'w1' }),
      id: 'named',
      name: 'sk-very-secret, hush-hush-4711',
      plan: emptyPlan,
    } as Parameters<Stores['executions']['create']>[0]);
    const text = await new Blob(await exported(host, 'named')).text();
    expect(text).not.toMatch(/very-secret|hush-hush/);
  });

  it('is refused where it is none, and no piece is given without a beginning', async () => {
    const host = await open();
    await expect(host.runner.exportRun('e1', true, 'made up')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(host.runner.importRun('w1', new Blob(['x']))).rejects.toMatchObject({ details: { line: 1 } });
    await expect(host.runner.importRun('w1', 'x' as unknown as Blob)).rejects.toThrow();
  });
});
