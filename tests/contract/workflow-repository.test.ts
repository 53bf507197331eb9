import { expect, it } from 'vitest';
import { events, execution, save } from '@/storage/samples.testing';
import { describeEachStore } from './each-store';

describeEachStore('The workflow repository', (open) => {
  const step = (text: string) => ({ label: 'Typed', mark: text, edits: [{ at: 0, removed: '', inserted: text }] });

  it('gives a workflow back as it was saved, with its history', async () => {
    const { workflows } = await open();
    const history = { past: [step('a')], future: [step('b')] };
    expect(await workflows.save(save('w1', { text: '# Grüße\nname: x\n', history }))).toBe(1);
    expect(await workflows.load('w1')).toEqual({
      id: 'w1',
      name: 'Workflow w1',
      taskCount: 2,
      updatedAt: '2026-11-01T10:00:00.000Z',
      revision: 1,
      text: '# Grüße\nname: x\n',
      history,
    });
    expect(await workflows.load('w2')).toBeUndefined();
  });

  it('counts revisions, and gives the newest', async () => {
    const { workflows } = await open();
    await workflows.save(save('w1'));
    expect(await workflows.save(save('w1', { basedOn: 1, text: 'name: y\n' }))).toBe(2);
    expect(await workflows.load('w1')).toMatchObject({ revision: 2, text: 'name: y\n' });
  });

  it.each([
    ['an older revision', 1],
    ['a revision that does not exist', 7],
    ['nothing, where there is something', 0],
  ])('refuses a save that is based on %s, and keeps what is stored', async (_what, basedOn) => {
    const { workflows } = await open();
    await workflows.save(save('w1'));
    await workflows.save(save('w1', { basedOn: 1, text: 'kept' }));
    const stale = workflows.save(save('w1', { basedOn, text: 'lost' }));
    await expect(stale).rejects.toMatchObject({ code: 'STALE_SAVE', details: { stored: 2 } });
    expect(await workflows.load('w1')).toMatchObject({ revision: 2, text: 'kept' });
  });

  it('refuses a save of a workflow that was removed meanwhile', async () => {
    const { workflows } = await open();
    await workflows.save(save('w1'));
    await workflows.remove('w1');
    await expect(workflows.save(save('w1', { basedOn: 1 }))).rejects.toMatchObject({ code: 'STALE_SAVE' });
  });

  it('lets one of two saves made at the same time win', async () => {
    const { workflows } = await open();
    const saves = await Promise.allSettled([workflows.save(save('w1')), workflows.save(save('w1', { text: 'b' }))]);
    expect(saves.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('lists workflows, the one saved last first', async () => {
    let now = 0;
    const { workflows } = await open({ now: () => now });
    for (const id of ['w1', 'w2', 'w3']) {
      now += 1000;
      await workflows.save(save(id));
    }
    now += 1000;
    await workflows.save(save('w1', { basedOn: 1, name: 'Renamed', taskCount: 9 }));
    const listed = await workflows.list();
    expect(listed.map((workflow) => workflow.id)).toEqual(['w1', 'w3', 'w2']);
    expect(listed[0]).toEqual({ id: 'w1', name: 'Renamed', taskCount: 9, updatedAt: new Date(now).toISOString() });
  });

  it('keeps as much of a long history as is allowed, the newest', async () => {
    const { workflows } = await open();
    const past = Array.from({ length: 300 }, (_, index) => step(String(index)));
    await workflows.save(save('w1', { history: { past, future: [] } }));
    expect((await workflows.load('w1'))?.history.past).toEqual(past.slice(100));
  });

  it('removes a workflow with its runs and files, and no other', async () => {
    const { workflows, executions, events: log, files } = await open();
    for (const id of ['w1', 'w2']) {
      await workflows.save(save(id));
      await files.write(id, [{ path: '/a', content: new Uint8Array([1]) }]);
      await executions.create(execution(`run of ${id}`, { workflowId: id }));
      await log.append(`run of ${id}`, events(1, 1), 'strict');
    }
    await workflows.remove('w1');
    expect(await workflows.load('w1')).toBeUndefined();
    expect(await executions.list('w1')).toEqual([]);
    expect(await log.read('run of w1')).toEqual([]);
    expect(await files.list('w1')).toEqual([]);
    expect(await files.list('w2')).toHaveLength(1);
    expect(await workflows.load('w2')).toBeDefined();
    expect(await log.read('run of w2')).toHaveLength(1);
  });
});
