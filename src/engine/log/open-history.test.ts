import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import type { RunSnapshot } from '../ports/run-snapshot-store';
import { createMemoryBlobs, createMemoryCheckpoints } from '../testing/memory-stores.testing';
import { resultOf } from '../testing/nested.testing';
import { createWorld, type World } from '../testing/world.testing';
import { openHistory } from './open-history';

const plan = planOf(
  { p: { type: 'pipeline', plan: { repeat: 30, step: 'go' }, state: 0, stateTemplate: '{state}' } },
  { checkpoint: { saveInterval: 'on_step' } },
);
const adding = ({ messages }: { readonly messages: readonly { readonly content: string }[] }) =>
  String(Number(messages.at(-1)?.content) + 1);
const warningsIn = ({ log }: World) =>
  log.events.flatMap((event) => (event.kind === 'resource.warning' ? [event.data.message] : []));

/** A run of thirty steps, and all its snapshots, newest first. */
async function ran() {
  const all: RunSnapshot[] = [];
  const store = createMemoryCheckpoints();
  const save: typeof store.save = async (id, checkpoint) => {
    all.unshift(checkpoint);
    return store.save(id, checkpoint);
  };
  const world = createWorld({ answer: adding, checkpoints: { ...store, save } });
  await world.run(plan);
  return { events: world.log.events, all };
}

/** A world after a crash, with unreadable events; it records which events were read. */
function worldOf(log: readonly RunEvent[], saved: readonly RunSnapshot[], bad: readonly number[] = []) {
  const checkpoints = createMemoryCheckpoints();
  checkpoints.saved.push(...saved);
  const world = createWorld({ answer: adding, log, checkpoints, blobs: createMemoryBlobs() });
  const { read, cut } = world.log;
  const left = new Set(bad);
  const asked: number[] = [];
  const cuts: number[] = [];
  Object.assign(world.log, {
    async read(id: string, from = 1, limit = Number.POSITIVE_INFINITY) {
      expect(id).toBe('run1');
      const seq = [...left].find((one) => one >= from && one < from + limit);
      if (seq !== undefined) throw new AppError('DAMAGED_RECORD', 'Damaged.', { details: { seq } });
      const events = await read(id, from, limit);
      asked.push(...events.map((event) => event.seq));
      return events;
    },
    async cut(id: string, lastSeq: number) {
      for (const seq of left) if (seq > lastSeq) left.delete(seq);
      cuts.push(lastSeq);
      checkpoints.saved.splice(0, checkpoints.saved.length, ...checkpoints.saved.filter(({ seq }) => seq <= lastSeq));
      return cut(id, lastSeq);
    },
  });
  return { world, asked, cuts };
}

describe('a run that is taken up', () => {
  it('reads no more than what came after its newest snapshot', async () => {
    const { events, all } = await ran();
    const log = events.slice(0, 40);
    const saved = all.filter(({ seq }) => seq <= 35).slice(0, 3);
    const { world, asked, cuts } = worldOf(log, saved);
    const { savedSeq, warnings } = await openHistory('run1', plan, world.deps);
    expect(savedSeq).toBe(saved[0]?.seq);
    expect(asked).toEqual(log.slice(savedSeq).map(({ seq }) => seq));
    expect({ cuts, warnings }).toEqual({ cuts: [], warnings: [] });
    expect(await world.run(plan)).toBe('completed');
    expect(resultOf(world, 'p')).toBe('30');
  });

  it('takes the snapshot before one that is damaged, and says so', async () => {
    const { events, all } = await ran();
    const saved = all.filter(({ seq }) => seq <= 40).slice(0, 3);
    const [newest, before] = saved as [RunSnapshot, RunSnapshot];
    for (const history of ['', '{"version":9}']) {
      const { world } = worldOf(events.slice(0, 40), [{ ...newest, history }, ...saved.slice(1)]);
      expect((await openHistory('run1', plan, world.deps)).savedSeq).toBe(before.seq);
      await world.run(plan);
      expect(warningsIn(world)).toEqual([expect.stringContaining(`after event ${newest.seq} was damaged`)]);
      expect(resultOf(world, 'p')).toBe('30');
    }
    const { world } = worldOf(events.slice(0, 40), saved);
    world.checkpoints.damaged.add(newest.seq);
    const opened = await openHistory('run1', plan, world.deps);
    expect(opened.savedSeq).toBe(before.seq);
    expect(opened.warnings).toEqual([expect.stringContaining(`after event ${newest.seq} was damaged`)]);
  });

  it('goes on after the last good event where its log is damaged after the snapshot, and says so', async () => {
    const { events, all } = await ran();
    const saved = all.filter(({ seq }) => seq <= 20).slice(0, 3);
    const { world, cuts } = worldOf(events.slice(0, 40), saved, [33]);
    expect(await world.run(plan)).toBe('completed');
    expect(cuts).toEqual([32]);
    expect(world.log.events[32]).toMatchObject({ seq: 33, kind: 'run.resumed' });
    expect(warningsIn(world)).toEqual([expect.stringMatching(/damaged after event 32\. 8 events were set aside/)]);
    expect(resultOf(world, 'p')).toBe('30');
  });

  it('does so without any snapshot, be it from its start', async () => {
    const { events } = await ran();
    for (const bad of [1, 12]) {
      const { world, cuts } = worldOf(events.slice(0, 40), [], [bad]);
      expect(await world.run(plan)).toBe('completed');
      expect(cuts).toEqual([bad - 1]);
      expect(world.log.events.map(({ seq }) => seq)).toEqual(world.log.events.map((_, index) => index + 1));
      expect(resultOf(world, 'p')).toBe('30');
    }
  });

  it('is not hindered by what is damaged before its snapshot, nor is the log cut there', async () => {
    const { events, all } = await ran();
    const saved = all.filter(({ seq }) => seq <= 35).slice(0, 1);
    for (const log of [events.slice(0, 40), events.slice(0, saved[0]?.seq)]) {
      const { world, cuts } = worldOf(log, saved, [10, saved[0]?.seq ?? 0]);
      expect(await world.run(plan)).toBe('completed');
      expect(cuts).toEqual([]);
      expect(resultOf(world, 'p')).toBe('30');
    }
  });

  it('takes an earlier snapshot where a damaged record holds events of before and after the newest', async () => {
    const { events, all } = await ran();
    const saved = all.filter(({ seq }) => seq <= 35).slice(0, 4);
    const [newest, , , oldest] = saved as [RunSnapshot, RunSnapshot, RunSnapshot, RunSnapshot];
    const { world, cuts } = worldOf(events.slice(0, 40), saved);
    const { read } = world.log;
    const start = oldest.seq + 1;
    Object.assign(world.log, {
      async read(id: string, from = 1, limit = Number.POSITIVE_INFINITY) {
        if (cuts.length === 0 && from + limit > start) {
          throw new AppError('DAMAGED_RECORD', 'Damaged.', { details: { seq: start } });
        }
        return read(id, from, limit);
      },
    });
    const opened = await openHistory('run1', plan, world.deps);
    expect(opened.savedSeq).toBe(oldest.seq);
    expect(opened.fold.lastSeq).toBe(oldest.seq);
    expect(cuts).toEqual([oldest.seq]);
    expect(newest.seq).toBeGreaterThan(oldest.seq);
    expect(await world.run(plan)).toBe('completed');
    expect(world.log.events.map(({ seq }) => seq)).toEqual(world.log.events.map((_, index) => index + 1));
    expect(resultOf(world, 'p')).toBe('30');
  });

  it('takes no snapshot of events that its log does not have', async () => {
    const { events, all } = await ran();
    const saved = all.filter(({ seq }) => seq <= 35).slice(0, 3);
    const [newest, before] = saved as [RunSnapshot, RunSnapshot];
    const { world } = worldOf(events.slice(0, newest.seq - 1), saved);
    expect((await openHistory('run1', plan, world.deps)).savedSeq).toBe(before.seq);
  });

  it('takes no snapshot whose content is of another event than it says', async () => {
    const { events, all } = await ran();
    const [newest, before, oldest] = all.filter(({ seq }) => seq <= 40).slice(0, 3) as [
      RunSnapshot,
      RunSnapshot,
      RunSnapshot,
    ];
    for (const other of [before, oldest]) {
      const wrong = { ...newest, history: other.history };
      const { world } = worldOf(events.slice(0, 40), [wrong, oldest]);
      const { fold, savedSeq, warnings } = await openHistory('run1', plan, world.deps);
      expect({ savedSeq, lastSeq: fold.lastSeq }).toEqual({ savedSeq: oldest.seq, lastSeq: 40 });
      expect(warnings).toEqual([expect.stringContaining(`after event ${newest.seq} was damaged`)]);
    }
  });

  it('gives up where its storage fails at another event each time, or in another way', async () => {
    const { events } = await ran();
    const failing = (...errors: readonly Error[]) => {
      const { world, cuts } = worldOf(events.slice(0, 40), []);
      const left = [...errors];
      const { read } = world.log;
      Object.assign(world.log, {
        read: async (...asked: Parameters<typeof read>) => {
          const error = left.shift();
          if (error !== undefined) throw error;
          return read(...asked);
        },
      });
      return { opening: openHistory('run1', plan, world.deps), cuts };
    };
    const damaged = (seq: unknown) => new AppError('DAMAGED_RECORD', 'Damaged.', { details: { seq } as never });
    const often = failing(damaged(40), damaged(30), damaged(20), damaged(10));
    await expect(often.opening).rejects.toMatchObject({ details: { seq: 10 } });
    expect(often.cuts).toEqual([39, 29, 19]);
    expect((await failing(damaged(40), damaged(30), damaged(20)).opening).fold.lastSeq).toBe(19);
    const others = [
      damaged(0),
      damaged('3'),
      new AppError('STORAGE_FAILED', 'Gone.', { details: { seq: 3 } }),
      new Error('x'),
    ];
    for (const error of others) {
      const { opening, cuts } = failing(error);
      await expect(opening).rejects.toBe(error);
      expect(cuts).toEqual([]);
    }
  });

  it('reads a log of many pages to its end, and asks no more than it must', async () => {
    const { events } = await ran();
    const started = events.find(({ kind }) => kind === 'run.started') as RunEvent;
    const warning: RunEvent = { ...started, kind: 'resource.warning', data: { message: 'x' } };
    for (const length of [999, 1000, 2000, 2001]) {
      const log = Array.from({ length }, (_, index) => ({ ...(index === 0 ? started : warning), seq: index + 1 }));
      const { world, asked } = worldOf(log, []);
      expect((await openHistory('run1', plan, world.deps)).fold.lastSeq).toBe(length);
      expect(asked).toHaveLength(length);
    }
  });

  it('takes no snapshot of another version of the workflow', async () => {
    const { events, all } = await ran();
    const { world } = worldOf(
      events.slice(0, 40),
      all.slice(0, 1).map((one) => ({ ...one, planHash: 'other', seq: 5 })),
    );
    await expect(world.run(plan)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});
