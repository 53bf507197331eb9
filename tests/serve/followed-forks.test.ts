import { afterEach, describe, expect, it } from 'vitest';
import { createDocumentHost } from '@/worker/documents/document-host';
import { connected, type Opened } from './connected-page';

const steps = `
name: Steps
default_model: sim:fast
tasks:
  first: { description: First. }
  second: { description: "Then {{first}}", depends_on: [first] }
`;
/** The same with another second task. */
const changed = steps.replace('Then', 'After that');
const asking = `
name: Asking
default_model: sim:fast
tasks:
  draft: { description: Draft. }
  name: { type: ask, message: What is it called?, depends_on: [draft], form: { word: { type: text } } }
  use: { description: "Use {{draft}} for {{name.output.word}}", depends_on: [name] }
`;

const ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports.splice(0)) port.close();
});

/** Starts the workflow in the page, as its Run does. */
async function startHere({ page }: Opened, text: string): Promise<string> {
  const documents = createDocumentHost();
  const { port1, port2 } = new MessageChannel();
  ports.push(port1, port2);
  void page.connectPlans(port2);
  await documents.configure({ providers: await page.settings.providers(), ...(await page.models.kept()) });
  await documents.connectEngine(port1);
  await documents.open(text);
  const started = await documents.start('w1');
  if (!started.ok) throw new Error(JSON.stringify(started.error));
  return started.value;
}

async function over({ stores, served }: Opened, id: string) {
  await expect.poll(async () => (await stores.executions.get(id))?.status).toBe('completed');
  expect(await stores.events.read(id)).toEqual(await served.options.stores.events.read(id));
  const run = await stores.executions.get(id);
  return { calls: run?.totals.calls, takenOver: run?.takenOver?.calls, from: run?.forkedFrom, name: run?.plan.name };
}

async function save({ page }: Opened, text: string): Promise<void> {
  const workflow = { id: 'w1', name: 'Mine', taskCount: 2, history: { past: [], future: [] } };
  await page.workflows.save({ ...workflow, text, basedOn: 1 });
}

describe('a fork at a server', () => {
  it('of a run there asks only what changed, and is followed', async () => {
    const all = await connected(steps, ['admin']);
    const { page, server } = all;
    const first = await page.servers.start(server, 'w1');
    expect(await over(all, first)).toMatchObject({ calls: 2 });
    await save(all, changed);
    const fork = await page.servers.fork(server, 'w1', { executionId: first, plan: 'present' });
    expect(await page.servers.placeOf(fork)).toMatchObject({ server: { name: 'Loom' } });
    expect(await over(all, fork)).toMatchObject({ calls: 1, takenOver: 1, from: { executionId: first } });
    const again = await page.servers.fork(server, 'w1', { executionId: first, plan: 'own', seq: 0 });
    expect(await over(all, again)).toMatchObject({ calls: 2, from: { executionId: first, seq: 0 } });
  });

  it('of a part runs that part, with what the run gave it', async () => {
    const all = await connected(steps, ['admin']);
    const { page, server, served } = all;
    const until = { kind: 'until' as const, tasks: [{ task: 'first' }] };
    const first = await page.servers.start(server, 'w1', until);
    expect(await over(all, first)).toMatchObject({ calls: 1 });
    const only = { kind: 'only' as const, tasks: [{ task: 'second' }] };
    const second = await page.servers.fork(server, 'w1', { executionId: first, plan: 'present', targets: only });
    expect(await over(all, second)).toMatchObject({ calls: 1, takenOver: 1 });
    await expect(page.servers.start(server, 'w1', only)).rejects.toMatchObject({
      advice: expect.stringMatching('first'),
    });
    expect((await served.options.stores.executions.get(second))?.targets).toEqual(only);
  });

  it('has what it is given now, else what the earlier run was given', async () => {
    const given = steps
      .replace('tasks:', 'inputs: { topic: { type: text, required: true } }\ntasks:')
      .replace('First.', '"About {{topic}}"');
    const all = await connected(given, ['admin']);
    const { page, server, stores } = all;
    const first = await page.servers.start(server, 'w1', undefined, { topic: 'salt' });
    expect(await over(all, first)).toMatchObject({ calls: 2 });
    const fork = async (more: object) => {
      const id = await page.servers.fork(server, 'w1', { executionId: first, plan: 'present', ...more });
      const { calls, takenOver } = await over(all, id);
      return [calls, takenOver, JSON.stringify(await stores.events.read(id)).match(/About \w+/)?.[0]];
    };
    expect(await fork({ inputs: { topic: 'rice' } })).toEqual([2, undefined, 'About rice']);
    expect(await fork({})).toEqual([0, 2, undefined]);
  });

  it('takes what a person wrote, however long, and what was held', async () => {
    const all = await connected(steps, ['admin']);
    const { page, server, stores } = all;
    const first = await page.servers.start(server, 'w1');
    await over(all, first);
    const text = 'Written. '.repeat(5000);
    const edits = [{ path: 'task/first', of: 'output' as const, text }];
    const written = await page.servers.fork(server, 'w1', { executionId: first, plan: 'own', edits });
    expect(await over(all, written)).toMatchObject({ calls: 1 });
    expect(JSON.stringify(await stores.events.read(written))).toContain('Then Written.');
    await save(all, steps.replace('First.', 'Something else.'));
    const held = await page.servers.fork(server, 'w1', { executionId: first, plan: 'present', holds: true });
    expect(await over(all, held)).toMatchObject({ calls: 0, takenOver: 2 });
  });

  it('of a run of this page sends what it takes from, once, under its id', async () => {
    const all = await connected(steps, ['admin']);
    const { page, server, stores, served, net } = all;
    const here = await startHere(all, steps);
    await expect.poll(async () => (await stores.executions.get(here))?.status).toBe('completed');
    await save(all, changed);
    const fork = await page.servers.fork(server, 'w1', { executionId: here, plan: 'present' });
    expect(await over(all, fork)).toMatchObject({ calls: 1, takenOver: 1, from: { executionId: here } });
    expect(await served.options.stores.events.read(here)).toEqual(await stores.events.read(here));
    expect(await page.servers.placeOf(here)).toBeUndefined();
    await over(all, await page.servers.fork(server, 'w1', { executionId: here, plan: 'own' }));
    expect(net.state.asked.filter((line) => line === 'POST /api/v1/runs/archive')).toHaveLength(1);
  });

  it('of a run that went on here since it was sent sends it once more, and no more than once', async () => {
    const all = await connected(asking, ['admin']);
    const { page, server, stores, net } = all;
    const here = await startHere(all, asking);
    const questions = async (id: string) => [...((await page.runner.stateAt(id))?.questions.keys() ?? [])];
    await expect.poll(async () => (await questions(here)).length).toBe(1);
    await page.servers.fork(server, 'w1', { executionId: here, plan: 'own' });
    const [path = ''] = await questions(here);
    await page.runner.provideInput(here, path, JSON.stringify({ word: 'Loom' }));
    await expect.poll(async () => (await stores.executions.get(here))?.status).toBe('completed');
    const first = await page.servers.fork(server, 'w1', { executionId: here, plan: 'own' });
    const second = await page.servers.fork(server, 'w1', { executionId: here, plan: 'own' });
    const [one, two] = [await over(all, first), await over(all, second)];
    expect([one.calls, two.calls]).toEqual([0, 0]);
    expect(one.from?.executionId).toMatch(/^[0-9a-f]{32}$/);
    expect(two.from).toEqual(one.from);
    expect(net.state.asked.filter((line) => line === 'POST /api/v1/runs/archive')).toHaveLength(2);
  });

  // Each at a server of its own: what the one sends along would be there for the other.
  it.each(['forked', 'sent'] as const)(
    'of a run that began as a fork here asks nothing that any of them had answered: %s',
    async (how) => {
      const all = await connected(asking, ['admin']);
      const { page, server, stores } = all;
      const here = await startHere(all, asking);
      const questions = async (id: string) => [...((await page.runner.stateAt(id))?.questions.keys() ?? [])];
      await expect.poll(async () => (await questions(here)).length).toBe(1);
      await page.runner.cancel(here);
      // It is cancelled before it takes anything from the first.
      const fork = await page.runner.fork({ executionId: here });
      await page.runner.pause(fork);
      const there =
        how === 'sent'
          ? await page.servers.send(server, fork)
          : await page.servers.fork(server, 'w1', { executionId: fork, plan: 'own' });
      await expect.poll(async () => (await questions(there)).length).toBe(1);
      const calls = (await stores.events.read(there)).filter(({ kind }) => kind === 'model.requested');
      expect(calls).toEqual([]);
      expect((await stores.executions.get(there))?.totals.calls).toBe(0);
    },
  );
});
