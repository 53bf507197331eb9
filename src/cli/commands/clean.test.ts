import { beforeEach, describe, expect, it } from 'vitest';
import { err } from '@/base/result';
import { planOf } from '@/plan/plan.testing';
import { headOf } from '@/run/run-head';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { run } from '../memory-io.testing';

const day = 86_400_000;
let journal: RunJournal;
let clock = 0;

/** Keeps a run that ended so many days ago, or (without an end) goes on. */
async function keep(id: string, file: string, days: number, plan = planOf({ a: {} }), ends = true): Promise<void> {
  const startedAt = new Date(Date.now() - days * day - 1000 * clock++).toISOString();
  await journal.sources.put(id, { file, hash: '', folder: '/here' });
  await journal.executions.create({ ...headOf(plan), id, workflowId: 'a.yaml', name: '', plan, startedAt });
  if (!ends) return;
  const head = { v: 2, t: startedAt, path: '', id: '' } as const;
  await journal.events.append(id, [{ ...head, seq: 1, kind: 'run.completed', data: { durationMs: 1 } }], 'strict');
}

const clean = (line: string, files = {}) => run(`clean ${line}`, { journal, files });
const left = async () => [...(await journal.ids())].sort();

beforeEach(() => {
  journal = createRunJournal();
});

describe('heddle clean', () => {
  it('removes what is older than asked and none of the last ones, and says so', async () => {
    for (const days of [60, 40, 20, 1]) await keep(`r${days}`, '/here/a.yaml', days);
    const dry = await clean('--keep-days 30 --keep-last 1 --dry-run');
    expect(dry.code).toBe(0);
    expect(dry.out.match(/^r\d+/gm)).toEqual(['r40', 'r60']);
    expect(dry.err).toMatch(/^Would remove 2 of 4 runs in /);
    expect(await left()).toEqual(['r1', 'r20', 'r40', 'r60']);
    const done = await clean('--keep-days 30 --keep-last 1');
    expect(done.out).toBe(dry.out);
    expect(done.err).toMatch(/^Removed 2 of 4 runs in /);
    expect(await left()).toEqual(['r1', 'r20']);
    expect((await clean('--keep-days 0 --keep-last 1')).out).toMatch(/^r20/);
  });

  it('never touches what goes on, nor what another process holds', async () => {
    await keep('going', '/here/a.yaml', 90, planOf({ a: {} }), false);
    await keep('held', '/here/a.yaml', 90);
    await keep('free', '/here/a.yaml', 90);
    const { locks } = journal;
    const holder = { name: 'process 7 on there', advice: 'Stop it there first.' };
    const hold: typeof locks.hold = async (id) => (id === 'held' ? err(holder) : locks.hold(id));
    journal = { ...journal, locks: { ...locks, hold } };
    const cleaned = await clean('--keep-days 0 --keep-last 0');
    expect(cleaned.out).toMatch(/^free .*\n$/);
    expect(cleaned.err).toContain('Run held stays: process 7 on there holds it.');
    expect(await left()).toEqual(['going', 'held']);
  });

  it('goes by the retention of each workflow where nothing is said, and by that of the file that is named', async () => {
    const short = planOf({ a: {} }, { retention: { keepDays: 5, keepLast: 0 } });
    await keep('a1', '/here/a.yaml', 10, short);
    await keep('b1', '/here/b.yaml', 10);
    await keep('b2', '/here/b.yaml', 3);
    expect((await clean('--dry-run')).out).toMatch(/^a1 .*\n$/);
    const file = {
      'b.yaml': 'retention: { keep_days: 5, keep_last: 1 }\ntasks: { a: { description: A, model: "sim:fast" } }',
    };
    expect((await clean('b.yaml', file)).out).toMatch(/^b1 .*\n$/);
    expect(await left()).toEqual(['a1', 'b2']);
  });

  it('removes what crashes left only when it is asked to', async () => {
    const orphans = [{ executionId: 'lost', bytes: 2000 }];
    const upkeep = {
      ...journal.upkeep,
      orphans: async () => orphans,
      removeOrphans: async () => orphans.splice(0),
    };
    journal = { ...journal, upkeep };
    const told = await clean('');
    expect(told.err).toContain('1 more was left by crashes: --orphans removes them.');
    expect((await clean('--orphans --dry-run')).out).toContain('lost');
    expect(orphans).toHaveLength(1);
    expect((await clean('--orphans')).out).toBe('lost  left by a crash  2.0 kB\n');
    expect(orphans).toEqual([]);
  });

  it.each(['--keep-days x', '--keep-last -1', '--keep-last=-1', 'a b'])(
    'refuses what makes no sense: %s',
    async (line) => {
      expect((await clean(line)).code).toBe(2);
    },
  );
});
