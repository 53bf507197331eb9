import { expect, it } from 'vitest';
import { completed, emptyPlan, events, execution } from '@/storage/samples.testing';
import { describeEachRunStore } from './each-store';

describeEachRunStore('The execution store', (open) => {
  it('gives a run back with its plan', async () => {
    const { executions } = await open();
    await executions.create(execution('e1', { name: 'Grüße' }));
    expect(await executions.get('e1')).toEqual(execution('e1', { name: 'Grüße' }));
    expect(await executions.get('e2')).toBeUndefined();
  });

  it('refuses a second run of the same id', async () => {
    const { executions } = await open();
    await executions.create(execution('e1'));
    await expect(executions.create(execution('e1'))).rejects.toMatchObject({ code: 'INTERNAL' });
  });

  it('keeps what a run was started by, and with, whatever is appended', async () => {
    const { executions, events: log } = await open();
    const given = { request: 'a'.repeat(64), labels: ['gpu'] };
    await executions.create(execution('e1', given));
    await log.append('e1', [...events(1, 2), completed(3)], 'strict');
    expect(await executions.get('e1')).toMatchObject({ ...given, status: 'completed' });
    expect((await executions.list('w1'))[0]).toMatchObject(given);
  });

  it('lists the runs of one workflow, newest first', async () => {
    const { executions } = await open();
    await executions.create(execution('old', { startedAt: '2026-11-01T10:00:00.000Z' }));
    await executions.create(execution('new', { startedAt: '2026-11-02T10:00:00.000Z' }));
    await executions.create(execution('other', { workflowId: 'w2', plan: { ...emptyPlan, hash: 'other' } }));
    expect((await executions.list('w1')).map((run) => run.id)).toEqual(['new', 'old']);
    expect((await executions.list('w2')).map((run) => run.planHash)).toEqual(['other']);
  });

  it('follows the events: the last number and the status are those of the log', async () => {
    const { executions, events: log } = await open();
    await executions.create(execution('e1'));
    await log.append('e1', events(1, 2), 'strict');
    expect(await executions.get('e1')).toMatchObject({ status: 'running', lastSeq: 2 });
    await log.append('e1', [completed(3)], 'strict');
    expect(await executions.get('e1')).toMatchObject({ status: 'completed', lastSeq: 3, endedAt: completed(3).t });
  });

  it('knows the runs that have not ended, oldest first', async () => {
    const { executions, events: log } = await open();
    await executions.create(execution('b', { startedAt: '2026-11-02T10:00:00.000Z' }));
    await executions.create(execution('a', { startedAt: '2026-11-01T10:00:00.000Z', status: 'waiting' }));
    await executions.create(execution('c'));
    await log.append('c', [completed(1)], 'strict');
    expect((await executions.unfinished()).map((run) => run.id)).toEqual(['a', 'b']);
  });

  it('gives each run its own plan, although that of a dry run has the hash of that of a real one', async () => {
    const { executions } = await open();
    await executions.create(execution('real'));
    await executions.create(execution('dry', { plan: { ...emptyPlan, isDry: true } }));
    const runs = [await executions.get('real'), await executions.get('dry')];
    expect(runs.map((run) => run?.plan.isDry)).toEqual([undefined, true]);
    const left = (await executions.unfinished()).map(({ id, plan }) => [id, plan.isDry]);
    expect(Object.fromEntries(left)).toEqual({ real: undefined, dry: true });
  });

  it('gives the heads of all runs, newest first, while runs come and go', async () => {
    const { executions, events: log } = await open();
    const idOf = (n: number) => `e${String(n).padStart(3, '0')}`;
    // Several start at the same time, over the borders of pages.
    const started = (n: number) => new Date(Date.UTC(2026, 10, 1, 10, Math.floor(n / 7))).toISOString();
    const numbers = Array.from({ length: 230 }, (_, n) => n);
    for (const n of numbers) {
      await executions.create(execution(idOf(n), { startedAt: started(n), workflowId: n % 2 === 0 ? 'w1' : 'w2' }));
    }
    await log.append(idOf(3), [completed(1)], 'strict');
    const found: string[] = [];
    for await (const page of executions.heads()) {
      if (found.length === 0) await executions.remove(idOf(0));
      for (const head of page) {
        found.push(head.id);
        if (head.id !== idOf(3)) continue;
        expect(head).toMatchObject({ status: 'completed', planHash: emptyPlan.hash, workflowId: 'w2' });
        expect(head).not.toHaveProperty('plan');
      }
    }
    const all = numbers.map(idOf).reverse();
    expect(found.filter((id) => id !== idOf(0))).toEqual(all.slice(0, -1));
    expect((await executions.list('w2')).map(({ id }) => id)).toEqual(all.filter((_, n) => n % 2 === 0));
  });

  it('holds what a person wrote about a run, whatever is appended', async () => {
    const { executions, events: log } = await open();
    await executions.create(execution('e1'));
    await executions.create(execution('e2', { annotations: { tags: ['imported'] } }));
    await executions.annotate('e1', { starred: true, note: 'Look at round 3.' });
    await log.append('e1', events(1, 2), 'strict');
    await executions.annotate('e1', { tags: ['Release', 'release', ' night '] });
    const annotations = { starred: true, tags: ['Release', 'night'], note: 'Look at round 3.' };
    expect(await executions.get('e1')).toMatchObject({ lastSeq: 2, annotations });
    expect((await executions.list('w1')).map((run) => run.annotations)).toEqual([{ tags: ['imported'] }, annotations]);
    await log.append('e1', [completed(3)], 'strict');
    await log.cut('e1', 2);
    expect(await executions.get('e1')).toMatchObject({ lastSeq: 2, annotations });
    await executions.annotate('e1', { starred: false, tags: [], note: '' });
    expect(await executions.get('e1')).not.toHaveProperty('annotations');
    await expect(executions.annotate('e3', { starred: true })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await executions.get('e3')).toBeUndefined();
  });

  it('removes a run with its events and payloads, and no other', async () => {
    const { executions, events: log, blobs } = await open();
    for (const id of ['e1', 'e10']) {
      await executions.create(execution(id));
      await log.append(id, events(1, 2), 'strict');
    }
    const hash = await blobs.put('e1', 'text');
    await blobs.put('e10', 'text');
    await executions.remove('e1');
    expect(await executions.get('e1')).toBeUndefined();
    expect(await log.read('e1')).toEqual([]);
    expect(await blobs.get('e1', hash)).toBeUndefined();
    expect(await executions.get('e10')).toMatchObject({ lastSeq: 2 });
    expect(await log.read('e10')).toHaveLength(2);
    expect(await blobs.get('e10', hash)).toBe('text');
  });
});
