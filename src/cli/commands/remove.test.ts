import { beforeEach, describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { createHead } from '@/run/run-head';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { run } from '../memory-io.testing';

const [first, second] = ['20260101-101010-00000001', '20260101-101010-00000002'];
let journal: RunJournal;

const started = { v: 2, t: '2026-01-01T10:10:10.000Z', path: '', id: '', seq: 1, kind: 'run.started' } as const;
const startedData = { planHash: '', workflowId: 'a.yaml', taskCount: 1 };

/** Keeps a run that has begun and not ended. */
async function keep(id: string): Promise<void> {
  const plan = planOf({ a: {} });
  await journal.sources.put(id, { file: '/here/a.yaml', hash: '', folder: '/here' });
  await journal.executions.create({
    ...createHead(plan),
    id,
    workflowId: 'a.yaml',
    name: '',
    plan,
    startedAt: started.t,
  });
  await journal.events.append(id, [{ ...started, data: startedData }], 'strict');
}

beforeEach(async () => {
  journal = createRunJournal();
  for (const id of [first, second]) await keep(id);
});

describe('a run whose process has died', () => {
  it('is interrupted in the list, for a person and for a program, until somebody runs it', async () => {
    const hold = await journal.locks.hold(second);
    const listed = await run('runs', { journal });
    expect(listed.out).toMatch(/^20260101-101010-00000001 .* interrupted /m);
    expect(listed.out).toMatch(/^20260101-101010-00000002 .* running /m);
    if (hold.ok) hold.value.release();
    const { out } = await run('runs --json', { journal });
    expect(JSON.parse(out).map(({ status }: { status: string }) => status)).toEqual(['interrupted', 'interrupted']);
  });

  it('is called so below its log, with the commands that resume and remove it', async () => {
    const told = await run(`log ${first}`, { journal });
    expect(told.err).toBe(
      `Run ${first} was interrupted after event 1: its process has died. Resume it with: heddle run --resume ${first}\n` +
        `Or remove it with: heddle remove ${first}\n`,
    );
    expect((await run(`log ${first} --json`, { journal })).err).toBe(told.err);
    await journal.locks.hold(first);
    expect((await run(`log ${first}`, { journal })).err).toBe('');
  });
});

describe('heddle remove', () => {
  it('removes the runs that are named, whatever their status', async () => {
    const { code, err } = await run(`remove ${first}`, { journal });
    expect([code, err]).toEqual([0, `Removed run ${first}.\n`]);
    expect(await journal.ids()).toEqual([second]);
  });

  it('refuses a run that somebody runs, one that does not exist, and what is not an id', async () => {
    await journal.locks.hold(first);
    const held = await run(`remove ${first} ${second}`, { journal });
    expect(held.code).toBe(2);
    expect(held.err).toContain(`Run ${first} stays: another tab holds it.`);
    expect(await journal.ids()).toEqual([first]);
    expect((await run(`remove ${second}`, { journal })).err).toContain('There is no such run in /here/.heddle/runs.');
    expect((await run('remove', { journal })).code).toBe(2);
    expect((await run('remove a.yaml', { journal })).err).toContain('a.yaml is not the id of a run');
  });
});
