import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type RunEvent, runEventSchema } from '@/run/events';
import type { RunJournal } from '../run-journal';
import { completed, events, execution, iteration } from '../samples.testing';
import { openRunJournal } from './open-run-journal';

let root = '';
let files: RunJournal;
const warnings: string[] = [];
const opened: RunJournal[] = [];
const at = (...parts: string[]): string => join(root, ...parts);

const startedAt = (minute: number) => `2026-11-01T10:${String(minute).padStart(2, '0')}:00.000Z`;

/** Opens the journal as the next process would. */
function reopen(): RunJournal {
  const next = openRunJournal(root, (message) => warnings.push(message));
  opened.push(next);
  return next;
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-journal-'));
  files = reopen();
});
afterEach(() => {
  warnings.length = 0;
  for (const journal of opened.splice(0)) journal.close();
});

describe('the journal in a folder', () => {
  it('is a folder for each run with its log as JSONL, which any tool reads', async () => {
    await files.executions.create(execution('e1'));
    await files.events.append('e1', [...events(1, 2), completed(3)], 'strict');
    const lines = readFileSync(at('e1', 'events.jsonl'), 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => runEventSchema.parse(JSON.parse(line)).seq)).toEqual([1, 2, 3]);
    expect(readdirSync(at('e1')).sort()).toEqual(['events.jsonl', 'plan.json', 'run.json', 'standing.json']);
  });

  it('knows how a run stands that it began, without reading its log', async () => {
    await files.executions.create(execution('e1'));
    await files.events.append('e1', [iteration(1, 1), ...events(2, 3)], 'strict');
    const log = readFileSync(at('e1', 'events.jsonl'), 'utf8');
    writeFileSync(at('e1', 'events.jsonl'), log.replace('"ordinal":1', '"ordinal":2'));
    await files.events.append('e1', [completed(4)], 'strict');
    expect(await reopen().executions.get('e1')).toMatchObject({ status: 'completed', lastSeq: 4, iterations: 1 });
  });

  it('goes on where another process stopped', async () => {
    await files.executions.create(execution('e1'));
    await files.events.append('e1', events(1, 400), 'relaxed');
    const next = reopen();
    await expect(next.events.append('e1', events(400, 401), 'relaxed')).rejects.toMatchObject({ code: 'INTERNAL' });
    await next.events.append('e1', events(401, 402), 'relaxed');
    expect(await next.events.read('e1')).toEqual(events(1, 402));
    expect(warnings).toEqual([]);
  });

  it('cuts off what a crash left behind the last whole line, wherever it struck, and says so', async () => {
    await files.executions.create(execution('e1'));
    await files.events.append('e1', events(1, 3), 'relaxed');
    const whole = readFileSync(at('e1', 'events.jsonl'));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length }), async (length) => {
        warnings.length = 0;
        writeFileSync(at('e1', 'events.jsonl'), whole.subarray(0, length));
        const left = whole.subarray(0, length).toString().split('\n').length - 1;
        const next = reopen();
        expect(await next.events.read('e1')).toEqual(events(1, left));
        await next.events.append('e1', events(left + 1, left + 2), 'relaxed');
        expect(await next.events.read('e1')).toEqual(events(1, left + 2));
        const torn = length - whole.subarray(0, length).lastIndexOf('\n') - 1;
        expect(warnings.map((warning) => warning.match(/\d+ bytes/)?.[0])).toEqual(torn === 0 ? [] : [`${torn} bytes`]);
      }),
      { numRuns: 40 },
    );
  });

  it('finds the last line of a log in which lines are long', async () => {
    await files.executions.create(execution('e1'));
    const long = events(1, 3).map((event) => ({ ...event, label: 'x'.repeat(200_000) }));
    await files.events.append('e1', long, 'relaxed');
    appendFileSync(at('e1', 'events.jsonl'), `{"v":1${'y'.repeat(300_000)}`);
    const next = reopen();
    await next.events.append('e1', events(4, 4), 'relaxed');
    expect((await next.events.read('e1', 3)).map(({ seq }) => seq)).toEqual([3, 4]);
  });

  it('seals the oldest events as fast as a caller appends who never waits', async () => {
    const limits = { live: 6000, segment: 2000 };
    const journal = openRunJournal(root, (message) => warnings.push(message), limits);
    opened.push(journal);
    await journal.executions.create(execution('e1'));
    for (let seq = 1; seq <= 600; seq += 3) {
      await journal.events.append('e1', events(seq, seq + 2), 'relaxed');
      expect(statSync(at('e1', 'events.jsonl')).size).toBeLessThan(2 * limits.live);
    }
    expect(await journal.events.read('e1')).toEqual(events(1, 600));
  });

  it('seals events of which each is longer than a segment', async () => {
    const limits = { live: 6000, segment: 500 };
    const journal = openRunJournal(root, (message) => warnings.push(message), limits);
    opened.push(journal);
    await journal.executions.create(execution('e1'));
    const long = events(1, 8).map((event) => ({ ...event, data: { message: 'long '.repeat(200) } })) as RunEvent[];
    await journal.events.append('e1', long, 'strict');
    await expect.poll(() => statSync(at('e1', 'events.jsonl')).size).toBeLessThan(limits.live);
    expect(await journal.events.read('e1')).toEqual(long);
  });

  it('tells damage in the middle of a log, and does not pass over it', async () => {
    await files.executions.create(execution('e1'));
    await files.events.append('e1', events(1, 3), 'relaxed');
    const lines = readFileSync(at('e1', 'events.jsonl'), 'utf8').split('\n');
    writeFileSync(at('e1', 'events.jsonl'), [lines[0], lines[2], ''].join('\n'));
    await expect(files.events.read('e1')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    writeFileSync(at('e1', 'events.jsonl'), [lines[0], '{', lines[2], ''].join('\n'));
    await expect(files.events.read('e1')).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });

  it('tells a payload that was changed', async () => {
    const hash = await files.blobs.put('e1', 'as it was');
    writeFileSync(at('e1', 'blobs', hash), 'changed');
    await expect(files.blobs.get('e1', hash)).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    const long = await files.blobs.put('e1', 'long '.repeat(2000));
    writeFileSync(at('e1', 'blobs', `${long}.gz`), 'no gzip');
    await expect(files.blobs.get('e1', long)).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });

  it('knows its runs, the last one first, without reading a log', async () => {
    expect(await files.ids()).toEqual([]);
    await files.executions.create(execution('b', { startedAt: '2026-11-01T10:00:00.000Z' }));
    await files.executions.create(execution('a', { startedAt: '2026-11-02T10:00:00.000Z' }));
    await files.executions.create(execution('c', { startedAt: '2026-11-03T10:00:00.000Z', workflowId: 'w2' }));
    writeFileSync(at('c', 'events.jsonl'), 'never read');
    expect(await files.ids()).toEqual(['c', 'a', 'b']);
  });

  it('tells no head of a run that was removed while they are listed', async () => {
    for (let n = 0; n < 25; n += 1) await files.executions.create(execution(`e${n}`, { startedAt: startedAt(n) }));
    const told: string[] = [];
    for await (const page of files.executions.heads()) {
      if (told.length === 0) await files.executions.remove('e0');
      told.push(...page.map(({ id }) => id));
    }
    expect(told).toHaveLength(24);
  });

  it('knows what a run was started from', async () => {
    const source = { file: '/flows/a.yaml', hash: 'h', folder: '/flows' };
    await files.sources.put('e1', source);
    expect(await reopen().sources.get('e1')).toEqual(source);
    expect(await files.sources.get('e2')).toBeUndefined();
  });

  it.each(['../e1', '.', '..', 'a/b', ''])('takes “%s” for no run', async (id) => {
    await expect(files.executions.get(id)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await expect(files.blobs.put(id, 'x')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('says that it cannot write', async () => {
    writeFileSync(at('file'), '');
    const journal = openRunJournal(at('file'), () => {});
    await expect(journal.executions.create(execution('e1'))).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });
});

describe('the lock of a run', () => {
  const hold = (id: string) => files.locks.hold(id);
  /** Takes the lock, or returns its owner. */
  const holder = async (id: string) => {
    const held = await hold(id);
    return held.ok ? 'held by us' : held.error.name;
  };

  it('is for one at a time', async () => {
    const held = await hold('e1');
    if (!held.ok) throw new Error('It was taken already.');
    expect(await holder('e1')).toBe(`process ${process.pid} on ${hostname()}`);
    expect(await files.locks.holder('e1')).toMatchObject({ name: `process ${process.pid} on ${hostname()}` });
    expect(await holder('e2')).toBe('held by us');
    held.value.release();
    expect(existsSync(at('e1', 'lock'))).toBe(false);
    expect(await files.locks.holder('e1')).toBeUndefined();
    expect(await holder('e1')).toBe('held by us');
  });

  it('is taken over from a process that is dead, or that had our number, and not from one that lives or runs elsewhere', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const lock = (owner: object) => writeFileSync(at('e1', 'lock'), JSON.stringify(owner));
    await hold('e1');
    rmSync(at('e1', 'lock'));
    lock({ pid: process.ppid, host: hostname() });
    expect(await holder('e1')).toBe(`process ${process.ppid} on ${hostname()}`);
    lock({ pid, host: 'another-machine' });
    expect(await holder('e1')).toBe(`process ${pid} on another-machine`);
    lock({ pid, host: hostname() });
    expect(await holder('e1')).toBe('held by us');
    writeFileSync(at('e1', 'lock'), '');
    expect(await holder('e1')).toBe('held by us');
    await hold('e2');
    const journal = reopen();
    expect((await journal.locks.hold('e2')).ok).toBe(false);
  });

  it.runIf(process.platform === 'linux')('is taken over from a process whose number another one has now', async () => {
    await hold('e1');
    const { born } = JSON.parse(readFileSync(at('e1', 'lock'), 'utf8'));
    expect(born).toMatch(/^[0-9a-f-]{36} \d+$/);
    const lock = { pid: process.ppid, host: hostname(), born };
    writeFileSync(at('e1', 'lock'), JSON.stringify(lock));
    expect(await holder('e1')).toBe('held by us');
  });

  it('is left to another process that takes it over from a dead one right now', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const write = (name: string, owner: object) => writeFileSync(at('e1', name), JSON.stringify(owner));
    mkdirSync(at('e1'));
    write('lock', { pid, host: hostname() });
    write('lock.clearing', { pid: process.ppid, host: hostname() });
    expect(await holder('e1')).toBe(`process ${process.ppid} on ${hostname()}`);
    expect(readFileSync(at('e1', 'lock'), 'utf8')).toContain(String(pid));
    write('lock.clearing', { pid, host: hostname() });
    expect(await holder('e1')).toBe('held by us');
    expect(readdirSync(at('e1'))).toEqual(['lock']);
  });

  it.runIf(process.platform === 'linux')(
    'is taken over from a process of whose end nobody has taken note',
    async () => {
      // A shell that has become `sleep` never reaps its child.
      const parent = spawn('bash', ['-c', 'true & echo $!; exec sleep 60']);
      try {
        const [pid] = await once(parent.stdout, 'data');
        await hold('e1');
        writeFileSync(at('e1', 'lock'), JSON.stringify({ pid: Number(pid), host: hostname() }));
        await expect.poll(() => holder('e1')).toBe('held by us');
      } finally {
        parent.kill();
      }
    },
  );
});
