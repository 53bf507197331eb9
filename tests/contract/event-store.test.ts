import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventStore } from '@/engine/ports/event-store';
import { createEventMatcher, type EventFilter, type EventQuery } from '@/run/event-query';
import type { RunEvent } from '@/run/events';
import { buildShortId } from '@/run/short-id';
import { completed, events, execution, iteration } from '@/storage/samples.testing';
import type { ExecutionStore } from '@/storage/stores';
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

  describe('searched', () => {
    it('gives what a filter wants, in either direction from any event, page by page', async () => {
      const { log, all } = await mixed(await open());
      const filter = fc.record<EventFilter>(
        {
          kinds: fc.subarray(['task.started', 'task.failed', 'task.completed', 'run.completed']),
          taskPath: fc.constantFrom('t1', 't4', 't4/inner', 'nowhere', ''),
          path: fc.constantFrom('task/t2', 'task/t4/item/1', 'task/t'),
          status: fc.constantFrom('ok', 'failed', 'waiting', 'skipped'),
          text: fc.constantFrom('NUMBER 7', '7 "SO', 'no such text', ''),
        },
        { requiredKeys: [] },
      );
      await fc.assert(
        fc.asyncProperty(
          filter,
          fc.integer({ min: 1, max: all.length + 5 }),
          fc.constantFrom('forward' as const, 'backward' as const),
          fc.integer({ min: 40, max: 400 }),
          async (wanted, from, direction, limit) => {
            const matches = createEventMatcher(wanted);
            const forward = direction === 'forward';
            const beyond = all.filter(({ seq }) => (forward ? seq >= from : seq <= from)).filter(matches);
            const found = await findAll(log, { filter: wanted, from, direction, limit });
            expect(seqs(found)).toEqual(seqs(forward ? beyond : beyond.toReversed()));
          },
        ),
        { numRuns: 25 },
      );
    });

    it('finds a text with characters that JSON writes in another way', async () => {
      const { log, all } = await mixed(await open());
      const found = await findAll(log, { filter: { text: 'R 7 "SO' }, from: 1, direction: 'forward', limit: 9 });
      expect(found).toEqual([all[6]]);
    });

    it('gives no more than a page, and says where to go on', async () => {
      const { executions, events: log } = await open();
      await executions.create(execution('e1'));
      await log.append('e1', events(1, 10), 'relaxed');
      const page = await log.find('e1', { filter: {}, from: 8, direction: 'backward', limit: 3 });
      expect(seqs(page.events)).toEqual([8, 7, 6]);
      expect(page.next).toBe(5);
      const last = await log.find('e1', { filter: {}, from: 3, direction: 'backward', limit: 3 });
      expect([seqs(last.events), last.next]).toEqual([[3, 2, 1], null]);
      expect(await log.find('e1', { filter: {}, from: 11, direction: 'forward', limit: 3 })).toEqual({
        events: [],
        next: null,
      });
      expect(await log.find('nowhere', { filter: {}, from: 1, direction: 'forward', limit: 3 })).toEqual({
        events: [],
        next: null,
      });
    });
  });

  describe('cut', () => {
    it('ends after an event, wherever that stands, and goes on from there', async () => {
      for (const lastSeq of [0, 1, 3, 1500, 2500]) {
        const { executions, events: log } = await open();
        await executions.create(execution('e1'));
        await log.append('e1', events(1, 3), 'relaxed');
        await log.append('e1', events(4, 2500), 'relaxed');
        await log.append('e1', [completed(2501)], 'strict');
        expect(await log.cut('e1', lastSeq)).toBe(2501 - lastSeq);
        expect(await log.read('e1')).toEqual(events(1, lastSeq));
        const head = await executions.get('e1');
        expect(head).toMatchObject({ status: 'running', lastSeq });
        expect(head?.endedAt).toBeUndefined();
        await log.append('e1', [completed(lastSeq + 1)], 'strict');
        expect(await log.read('e1', lastSeq + 1)).toEqual([completed(lastSeq + 1)]);
        expect(await executions.get('e1')).toMatchObject({ status: 'completed', lastSeq: lastSeq + 1 });
      }
    });

    it('takes the snapshots and iterations of what is cut off with it', async () => {
      const { executions, events: log, iterations, checkpoints } = await open();
      await executions.create(execution('e1'));
      await log.append('e1', [...events(1, 2), iteration(3, 1), iteration(4, 2, 1), ...events(5, 6)], 'strict');
      for (const seq of [3, 4, 5]) {
        await checkpoints.save('e1', { seq, planHash: 'p', history: `h${seq}`, view: `v${seq}` });
      }
      await log.cut('e1', 3);
      expect((await checkpoints.load('e1', 'view')).found).toMatchObject({ seq: 3, json: 'v3' });
      const left = await iterations.find('e1', { direction: 'forward', limit: 9 });
      expect(left.iterations.map(({ ordinal }) => ordinal)).toEqual([1]);
      expect(await executions.get('e1')).toMatchObject({ iterations: 1 });
    });

    it('leaves a log alone that ends there or before', async () => {
      const { executions, events: log } = await open();
      await executions.create(execution('e1'));
      await log.append('e1', [...events(1, 2), completed(3)], 'strict');
      expect(await log.cut('e1', 3)).toBe(0);
      expect(await log.cut('e1', 9)).toBe(0);
      expect(await executions.get('e1')).toMatchObject({ status: 'completed', lastSeq: 3 });
    });
  });
});

/** A run with events of several kinds and places, in records of every size. */
async function mixed({ executions, events: log }: { executions: ExecutionStore; events: EventStore }) {
  await executions.create(execution('e1'));
  const all: RunEvent[] = [];
  const add = (count: number, pathOf: (n: number) => string) => {
    for (let n = 0; n < count; n += 1) all.push(eventAt(all.length + 1, pathOf(n)));
  };
  const ends: number[] = [];
  for (let n = 1; n <= 40; n += 1) {
    add(1, () => `task/t${n % 5}/attempt/1`);
    ends.push(all.length);
  }
  add(1300, (n) => `task/t4/item/${n % 3}/task/inner/attempt/1`);
  ends.push(all.length);
  add(300, () => 'task/t1');
  ends.push(all.length);
  all.push(completed(all.length + 1));
  ends.push(all.length);
  let from = 0;
  for (const end of ends) {
    await log.append('e1', all.slice(from, end), 'relaxed');
    from = end;
  }
  return { log, all };
}

function eventAt(seq: number, path: string): RunEvent {
  const base = {
    v: 2,
    seq,
    t: '2026-11-01T10:00:00.000Z',
    path,
    id: buildShortId(path),
    task: `Number ${seq} "so"`,
  } as const;
  if (seq % 7 === 0) {
    const error = { code: 'TASK_FAILURE', message: 'No.', retryable: false } as const;
    return { ...base, kind: 'task.failed', error, data: { attempts: 1, usage: null, durationMs: 1 } };
  }
  return { ...base, kind: 'task.started', data: { type: 'atomic' } };
}

/** All pages of a search; a page may be short, and even empty, but each continues where the previous one ended. */
async function findAll(log: EventStore, query: EventQuery): Promise<RunEvent[]> {
  const found: RunEvent[] = [];
  let from: number | null = query.from;
  for (let pages = 0; from !== null; pages += 1) {
    expect(pages).toBeLessThan(2000);
    const page = await log.find('e1', { ...query, from });
    expect(page.events.length).toBeLessThanOrEqual(query.limit);
    found.push(...page.events);
    from = page.next;
  }
  return found;
}
