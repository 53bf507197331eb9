import { beforeEach, describe, expect, it } from 'vitest';
import { err } from '@/base/result';
import { planOf } from '@/plan/plan.testing';
import { createHead } from '@/run/run-head';
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
  await journal.executions.create({ ...createHead(plan), id, workflowId: 'a.yaml', name: '', plan, startedAt });
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
    const cleaned = await clean('--orphans');
    expect(cleaned.out).toBe('lost  left by a crash  2.0 kB\n');
    expect(cleaned.err).toMatch(/^Removed 0 of 0 runs and 1 leftover of crashes in .*, 2\.0 kB\.\n$/);
    expect(orphans).toEqual([]);
  });

  it('takes runs whose process has died only when it is asked to, by the same rule', async () => {
    await keep('old', '/here/a.yaml', 90, planOf({ a: {} }), false);
    await keep('young', '/here/a.yaml', 2, planOf({ a: {} }), false);
    await keep('working', '/here/a.yaml', 90, planOf({ a: {} }), false);
    await journal.locks.hold('working');
    const told = await clean('--keep-days 30 --keep-last 0');
    expect(told.err).toContain('Removed 0 of 3 runs in ');
    expect(told.err).toContain('2 interrupted runs stay: ');
    expect((await clean('--keep-days 30 --keep-last 0 --interrupted')).out).toMatch(/^old .* interrupted .*\n$/);
    expect(await left()).toEqual(['working', 'young']);
  });

  it('removes the outputs that a run stored as files, but not those that a newer run has written again', async () => {
    const written: Record<string, string> = {};
    const plan = planOf({ a: {} });
    for (const [id, days, files] of [
      ['old', 60, ['kept/a.log', 'kept/b.log']],
      ['new', 1, ['kept/b.log']],
    ] as const) {
      await keep(id, '/here/a.yaml', days, plan, false);
      const t = new Date(Date.now() - days * day).toISOString();
      const head = { v: 2, t, path: 'task/a', id: '' } as const;
      const stored = { stream: 'stdout', bytes: 1, storedBytes: 1, compressed: false } as const;
      const events = files.map((file, index) => {
        written[file] = id;
        return { ...head, seq: index + 1, kind: 'output.stored', ref: 'x', data: { ...stored, file } } as const;
      });
      const end = { ...head, path: '', seq: files.length + 1, kind: 'run.completed', data: { durationMs: 1 } } as const;
      await journal.events.append(id, [...events, end], 'strict');
    }
    await run('clean --keep-days 30 --keep-last 0', { journal, written });
    expect(await left()).toEqual(['new']);
    expect(written).toEqual({ 'kept/b.log': 'new' });
  });

  it.each(['--keep-days x', '--keep-last -1', '--keep-last=-1', 'a b'])(
    'refuses what makes no sense: %s',
    async (line) => {
      expect((await clean(line)).code).toBe(2);
    },
  );
});
