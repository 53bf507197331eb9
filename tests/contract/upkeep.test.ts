import { expect, it } from 'vitest';
import { completed, events, execution } from '@/storage/samples.testing';
import { describeEachRunStore } from './each-store';

describeEachRunStore('The upkeep of runs', (open) => {
  const noise = (length: number) =>
    Array.from({ length: length / 10 }, (_, n) =>
      ((n * 2_654_435_761) % 4_294_967_296).toString(36).padStart(10, 'x'),
    ).join('');

  it('tells how much each run takes, with its payloads and snapshots', async () => {
    const { executions, events: log, blobs, checkpoints, upkeep } = await open();
    for (const id of ['e1', 'e2']) await executions.create(execution(id));
    await log.append('e1', events(1, 10), 'strict');
    await log.append('e2', events(1, 500), 'strict');
    const sizeOf = async (id: string) => (await upkeep.sizes()).get(id) ?? 0;
    const bare = await sizeOf('e1');
    expect(bare).toBeGreaterThan(500);
    expect(await sizeOf('e2')).toBeGreaterThan(bare + 20_000);
    await blobs.put('e1', noise(50_000));
    const withPayload = await sizeOf('e1');
    expect(withPayload).toBeGreaterThan(bare + 15_000);
    await checkpoints.save('e1', { seq: 10, planHash: 'p', history: JSON.stringify(noise(50_000)), view: '{}' });
    expect(await sizeOf('e1')).toBeGreaterThan(withPayload + 15_000);
    await executions.remove('e2');
    expect([...(await upkeep.sizes()).keys()]).toEqual(['e1']);
  });

  it('knows no orphans where nothing went wrong', async () => {
    const { executions, events: log, blobs, upkeep } = await open();
    expect([await upkeep.orphans(), [...(await upkeep.sizes())]]).toEqual([[], []]);
    await executions.create(execution('e1'));
    await blobs.put('e1', 'text');
    await log.append('e1', [...events(1, 3), completed(4)], 'strict');
    expect([await upkeep.orphans(), await upkeep.removeOrphans()]).toEqual([[], []]);
    expect(await log.read('e1')).toHaveLength(4);
  });

  it('tells what is stored of a run that is not there, and removes that and nothing else', async () => {
    const { executions, events: log, blobs, upkeep } = await open();
    await executions.create(execution('e1'));
    await log.append('e1', events(1, 3), 'strict');
    const kept = await blobs.put('e1', 'text of e1');
    const lost = await blobs.put('gone', noise(20_000));
    const orphans = await upkeep.orphans();
    expect(orphans).toEqual([{ executionId: 'gone', bytes: expect.any(Number) }]);
    expect(orphans[0]?.bytes).toBeGreaterThan(5000);
    expect([...(await upkeep.sizes()).keys()]).toEqual(['e1']);
    expect(await upkeep.removeOrphans()).toEqual(orphans);
    expect([await upkeep.orphans(), await blobs.get('gone', lost)]).toEqual([[], undefined]);
    expect([await blobs.get('e1', kept), (await log.read('e1')).length]).toEqual(['text of e1', 3]);
  });
});
