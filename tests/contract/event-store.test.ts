import fc from 'fast-check';
import { expect, it } from 'vitest';
import { completed, events, execution } from '@/storage/samples.testing';
import { describeEachRunStore } from './each-store';

describeEachRunStore('The event store', (open) => {
  const seqs = (read: readonly { seq: number }[]) => read.map((event) => event.seq);

  it('gives events back as they were, in order', async () => {
    const { executions, events: log } = await open();
    await executions.create(execution('e1'));
    await log.append('e1', events(1, 3), 'strict');
    await log.append('e1', [completed(4)], 'relaxed');
    expect(await log.read('e1')).toEqual([...events(1, 3), completed(4)]);
  });

  it('keeps the order of appends that are made at the same time, and the runs apart', async () => {
    const { executions, events: log } = await open();
    for (const id of ['e1', 'e2']) await executions.create(execution(id));
    await Promise.all(
      Array.from({ length: 50 }, (_, index) => [
        log.append('e1', events(index + 1, index + 1), index % 2 === 0 ? 'strict' : 'relaxed'),
        log.append('e2', events(2 * index + 1, 2 * index + 2), 'relaxed'),
      ]).flat(),
    );
    expect(await log.read('e1')).toEqual(events(1, 50));
    expect(await log.read('e2')).toEqual(events(1, 100));
  });

  it('reads from any event on, at most as many as asked for, however they were committed', async () => {
    const { executions, events: log } = await open();
    await executions.create(execution('e1'));
    for (const [first, last] of [
      [1, 1],
      [2, 6],
      [7, 2300],
      [2301, 2302],
    ] as const) {
      await log.append('e1', events(first, last), 'relaxed');
    }
    for (let seq = 2303; seq <= 2600; seq += 1) await log.append('e1', events(seq, seq), 'relaxed');
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 2700 }), fc.integer({ min: 1, max: 2700 }), async (from, limit) => {
        const last = Math.min(2600, from + limit - 1);
        expect(seqs(await log.read('e1', from, limit))).toEqual(seqs(events(from, Math.max(last, from - 1))));
      }),
      { numRuns: 30 },
    );
  });

  it('gives nothing for a run that has no events', async () => {
    const { executions, events: log } = await open();
    await executions.create(execution('e1'));
    expect(await log.read('e1')).toEqual([]);
    expect(await log.read('nowhere')).toEqual([]);
  });

  it.each([
    ['a gap', 5],
    ['an event that is stored already', 3],
  ])('refuses %s, and stores nothing of that append', async (_what, seq) => {
    const { executions, events: log } = await open();
    await executions.create(execution('e1'));
    await log.append('e1', events(1, 3), 'strict');
    await expect(log.append('e1', events(seq, seq + 1), 'strict')).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(seqs(await log.read('e1'))).toEqual([1, 2, 3]);
  });

  it('goes on after a refused append', async () => {
    const { executions, events: log } = await open();
    for (const id of ['e1', 'e2']) await executions.create(execution(id));
    const appends = await Promise.allSettled([
      log.append('e2', events(1, 1), 'strict'),
      log.append('e1', events(2, 2), 'strict'),
      log.append('e2', events(2, 2), 'strict'),
      log.append('gone', events(1, 1), 'strict'),
    ]);
    expect(appends.map((append) => append.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected']);
    await log.append('e1', events(1, 2), 'strict');
    expect(seqs(await log.read('e1'))).toEqual([1, 2]);
    expect(seqs(await log.read('e2'))).toEqual([1, 2]);
  });
});
