import { expect, it } from 'vitest';
import { save } from '@/storage/samples.testing';
import { describeEachStore } from './each-store';

describeEachStore('The named states of a workflow', (open) => {
  const minute = 60_000;

  it('are listed with name and time, the newest first, each with its text', async () => {
    let now = Date.parse('2026-11-01T10:00:00.000Z');
    const { workflows } = await open({ now: () => now });
    await workflows.save(save('w1', { text: 'one' }));
    expect(await workflows.checkpoints('w1')).toEqual([]);
    expect(await workflows.nameRevision('w1', 1, 'Zero')).toBe(true);
    now += minute;
    await workflows.save(save('w1', { basedOn: 1, text: 'two' }));
    await workflows.nameRevision('w1', 2, 'After it');
    expect(await workflows.checkpoints('w1')).toEqual([
      { revision: 2, name: 'After it', savedAt: '2026-11-01T10:01:00.000Z' },
      { revision: 1, name: 'Zero', savedAt: '2026-11-01T10:00:00.000Z' },
    ]);
    expect(await workflows.textOf('w1', 1)).toBe('one');
    expect(await workflows.textOf('w1', 2)).toBe('two');
  });

  it('outlive the thinning of those without a name', async () => {
    let now = 0;
    const { workflows } = await open({ now: () => now });
    await workflows.save(save('w1', { text: 'named' }));
    await workflows.nameRevision('w1', 1, 'Kept');
    for (let basedOn = 1; basedOn <= 45; basedOn += 1) {
      now += 24 * 60 * minute;
      await workflows.save(save('w1', { basedOn, text: `day ${basedOn}` }));
    }
    expect(await workflows.textOf('w1', 2)).toBeUndefined();
    expect(await workflows.textOf('w1', 1)).toBe('named');
    expect(await workflows.load('w1')).toMatchObject({ revision: 46, text: 'day 45' });
  });

  it('can be renamed, and go when the name is taken away', async () => {
    const { workflows } = await open();
    await workflows.save(save('w1', { text: 'one' }));
    await workflows.nameRevision('w1', 1, 'First');
    await workflows.nameRevision('w1', 1, 'Better');
    expect(await workflows.checkpoints('w1')).toMatchObject([{ revision: 1, name: 'Better' }]);
    expect(await workflows.nameRevision('w1', 1, undefined)).toBe(true);
    expect(await workflows.checkpoints('w1')).toEqual([]);
    expect(await workflows.load('w1')).toMatchObject({ revision: 1, text: 'one' });
  });

  it('are refused for a state that is not kept', async () => {
    const { workflows } = await open();
    await workflows.save(save('w1'));
    expect(await workflows.nameRevision('w1', 7, 'No such state')).toBe(false);
    expect(await workflows.nameRevision('w2', 1, 'No such workflow')).toBe(false);
    expect(await workflows.textOf('w2', 1)).toBeUndefined();
  });

  it('belong to one workflow, and go with it', async () => {
    const { workflows } = await open();
    for (const id of ['w1', 'w2']) {
      await workflows.save(save(id));
      await workflows.nameRevision(id, 1, `Of ${id}`);
    }
    await workflows.remove('w1');
    expect(await workflows.checkpoints('w1')).toEqual([]);
    expect(await workflows.textOf('w1', 1)).toBeUndefined();
    expect(await workflows.checkpoints('w2')).toMatchObject([{ name: 'Of w2' }]);
  });

  it('keep what they were imported from, which goes with the name and with the workflow', async () => {
    const { workflows } = await open({ now: () => Date.parse('2026-11-01T10:00:00.000Z') });
    const kept = { file: 'a.yml', format: 'dify', name: 'A', reader: 'dify/1', report: '{}', original: '{"app":{}}' };
    for (const id of ['w1', 'w2']) await workflows.save(save(id, { text: 'one' }));
    expect(await workflows.keepImport('w1', 7, 'No such state', kept)).toBe(false);
    expect(await workflows.keepImport('w1', 1, 'Imported', kept)).toBe(true);
    expect(await workflows.keepImport('w2', 1, 'Imported', { ...kept, file: 'b.yml' })).toBe(true);
    await workflows.nameRevision('w1', 1, 'Another name');
    expect(await workflows.checkpoints('w1')).toEqual([
      { revision: 1, name: 'Another name', savedAt: '2026-11-01T10:00:00.000Z', isImported: true },
    ]);
    expect(await workflows.importOf('w1', 1)).toEqual(kept);
    expect((await workflows.imports()).map(({ workflowId, file }) => [workflowId, file]).sort()).toEqual([
      ['w1', 'a.yml'],
      ['w2', 'b.yml'],
    ]);
    await workflows.nameRevision('w1', 1, undefined);
    expect(await workflows.importOf('w1', 1)).toBeUndefined();
    await workflows.remove('w2');
    expect(await workflows.imports()).toEqual([]);
  });
});
