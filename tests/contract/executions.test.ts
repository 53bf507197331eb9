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

  it('lists the runs of one workflow, newest first', async () => {
    const { executions } = await open();
    await executions.create(execution('old', { startedAt: '2026-11-01T10:00:00.000Z' }));
    await executions.create(execution('new', { startedAt: '2026-11-02T10:00:00.000Z' }));
    await executions.create(execution('other', { workflowId: 'w2', plan: { ...emptyPlan, hash: 'other' } }));
    expect((await executions.list('w1')).map((run) => run.id)).toEqual(['new', 'old']);
    expect((await executions.list('w2')).map((run) => run.plan.hash)).toEqual(['other']);
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
