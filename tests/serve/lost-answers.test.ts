import { describe, expect, it } from 'vitest';
import { connected, type Opened } from './connected-page';

const greeting = `
name: Greeting
default_model: sim:fast
tasks:
  hi: { description: Say hello. }
`;

/** More answers than there are tries. */
const all = 10;

const runsThere = async ({ page, server }: Opened) => (await page.servers.runs(server)).runs.length;
const ended = ({ stores }: Opened, id: string) =>
  expect.poll(async () => (await stores.executions.get(id))?.status).toBe('completed');

describe('a start at a server whose answer is lost', () => {
  it('is asked again with its key, and is the run that had started', async () => {
    const opened = await connected(greeting, ['admin']);
    const { page, server, net } = opened;
    net.state.loses = 1;
    const id = await page.servers.start(server, 'w1');
    await ended(opened, id);
    expect(net.state.asked.filter((line) => line === 'POST /api/v1/runs')).toHaveLength(2);
    expect(await runsThere(opened)).toBe(1);
  });

  it('and does not come at all, is the same run when it is started again, also after a reload', async () => {
    const opened = await connected(greeting, ['admin']);
    const { page, server, net, token } = opened;
    net.state.loses = all;
    await expect(page.servers.start(server, 'w1')).rejects.toMatchObject({ code: 'PROVIDER_ERROR' });
    expect(await runsThere(opened)).toBe(1);
    net.state.loses = 0;
    const again = await opened.reloaded();
    await again.servers.save({ id: server, name: 'Loom', address: 'http://127.0.0.1:4400' }, token);
    const id = await again.servers.start(server, 'w1');
    await ended(opened, id);
    expect(await runsThere(opened)).toBe(1);
    // It was answered: the next start is another run.
    expect(await again.servers.start(server, 'w1')).not.toBe(id);
    expect(await runsThere(opened)).toBe(2);
  });

  it('is another one than that of another workflow, and than one that is started beside it', async () => {
    const opened = await connected(greeting, ['admin']);
    const { page, server, net } = opened;
    const both = await Promise.all([page.servers.start(server, 'w1'), page.servers.start(server, 'w1')]);
    expect(new Set(both).size).toBe(2);
    net.state.loses = all;
    await expect(page.servers.start(server, 'w1')).rejects.toThrow();
    net.state.loses = 0;
    const other = { id: 'w1', name: 'Mine', taskCount: 1, history: { past: [], future: [] } };
    await page.workflows.save({ ...other, text: greeting.replace('hello', 'good day'), basedOn: 1 });
    await ended(opened, await page.servers.start(server, 'w1'));
    expect(await runsThere(opened)).toBe(4);
  });

  it('or that is refused, is asked anew', async () => {
    const opened = await connected(greeting, ['read']);
    const { page, server, served, stores } = opened;
    await expect(page.servers.start(server, 'w1')).rejects.toMatchObject({ message: expect.stringContaining('token') });
    expect(await stores.settings.get('start-keys')).toEqual([]);
    await page.servers.save({ id: server, name: 'Loom', address: 'http://127.0.0.1:4400' }, served.token(['admin']));
    await ended(opened, await page.servers.start(server, 'w1'));
  });

  it('of a fork is one fork', async () => {
    const opened = await connected(greeting, ['admin']);
    const { page, server, net } = opened;
    const first = await page.servers.start(server, 'w1');
    await ended(opened, first);
    net.state.loses = all;
    const wish = { executionId: first, plan: 'own' as const };
    await expect(page.servers.fork(server, 'w1', wish)).rejects.toThrow();
    net.state.loses = 0;
    await ended(opened, await page.servers.fork(server, 'w1', wish));
    expect(await runsThere(opened)).toBe(2);
  });
});
