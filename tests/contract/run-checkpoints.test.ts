import { expect, it } from 'vitest';
import type { RunSnapshot } from '@/engine/ports/run-snapshot-store';
import { events, execution } from '@/storage/samples.testing';
import { describeEachRunStore } from './each-store';

describeEachRunStore('The store of snapshots', (open) => {
  const snapshot = (seq: number): RunSnapshot => ({
    seq,
    planHash: 'plan-hash',
    history: JSON.stringify({ of: 'Grüße\n', seq }),
    view: JSON.stringify({ of: 'Ω', seq, long: 'x'.repeat(10_000) }),
  });

  async function openWith(snapshots: readonly number[]) {
    const stores = await open();
    await stores.executions.create(execution('e1'));
    await stores.events.append('e1', events(1, 100), 'relaxed');
    for (const seq of snapshots) await stores.checkpoints.save('e1', snapshot(seq));
    return stores;
  }

  it('gives back the parts of the newest one, as they were', async () => {
    const { checkpoints } = await openWith([10, 20]);
    const { seq, planHash, history, view } = snapshot(20);
    expect(await checkpoints.load('e1', 'history')).toEqual({ found: { seq, planHash, json: history }, damaged: [] });
    expect(await checkpoints.load('e1', 'view')).toEqual({ found: { seq, planHash, json: view }, damaged: [] });
  });

  it('gives the newest one of events up to a number', async () => {
    const { checkpoints } = await openWith([10, 20, 30]);
    const found = async (upTo: number) => (await checkpoints.load('e1', 'view', upTo)).found?.seq;
    expect([await found(100), await found(30), await found(29), await found(10), await found(9)]).toEqual([
      30,
      30,
      20,
      10,
      undefined,
    ]);
  });

  it('keeps three', async () => {
    const { checkpoints } = await openWith([10, 20, 30, 40]);
    expect((await checkpoints.load('e1', 'view', 20)).found?.seq).toBe(20);
    expect(await checkpoints.load('e1', 'view', 19)).toEqual({ found: undefined, damaged: [] });
  });

  it('takes one of the same event in the place of the one before', async () => {
    const { checkpoints } = await openWith([10, 20]);
    await checkpoints.save('e1', { ...snapshot(20), history: '{"again":true}' });
    expect((await checkpoints.load('e1', 'history')).found?.json).toBe('{"again":true}');
    expect((await checkpoints.load('e1', 'history', 19)).found?.seq).toBe(10);
  });

  it('tells how large one is', async () => {
    const { checkpoints } = await openWith([]);
    const small = await checkpoints.save('e1', snapshot(10));
    const noise = Array.from({ length: 5000 }, (_, n) => (n * 7919 * (n + 13)).toString(36)).join('');
    const large = await checkpoints.save('e1', { ...snapshot(20), history: JSON.stringify(noise) });
    expect(small).toBeGreaterThan(0);
    expect(large).toBeGreaterThan(small + 5000);
  });

  it('keeps those of runs apart, and has none of a run that is not there', async () => {
    const { executions, events: log, checkpoints } = await openWith([10]);
    await executions.create(execution('e10'));
    await log.append('e10', events(1, 50), 'relaxed');
    await checkpoints.save('e10', snapshot(50));
    expect((await checkpoints.load('e1', 'view')).found?.seq).toBe(10);
    await executions.remove('e10');
    expect(await checkpoints.load('e10', 'view')).toEqual({ found: undefined, damaged: [] });
    expect((await checkpoints.load('e1', 'view')).found?.seq).toBe(10);
  });

  it('lets go of those of events that are cut off', async () => {
    const { events: log, checkpoints } = await openWith([10, 20, 30]);
    await log.cut('e1', 25);
    expect(await checkpoints.load('e1', 'view')).toMatchObject({ found: { seq: 20 }, damaged: [] });
    await log.cut('e1', 5);
    expect(await checkpoints.load('e1', 'history')).toEqual({ found: undefined, damaged: [] });
    await log.append('e1', events(6, 8), 'relaxed');
    await checkpoints.save('e1', snapshot(7));
    expect((await checkpoints.load('e1', 'history')).found?.seq).toBe(7);
  });
});
