import fs, { mkdtempSync, readFileSync, readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunJournal } from '../run-journal';
import { completed, events, execution } from '../samples.testing';
import { toLines } from './log-line';
import { openRunJournal } from './open-run-journal';

/** Small enough that a log of forty events is sealed. */
const limits = { live: 6000, segment: 2000 };

let root = '';
let journal: RunJournal;
/** What was flushed to disk, and what was renamed, in order; paths are relative to the journal. */
let done: string[] = [];

const named = (path: string): string =>
  (relative(root, path) || '.').replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '*').replace(/-\d{13}\.jsonl/, '-TIME.jsonl');
const note = (what: string, path: string) => void done.push(`${what} ${named(path)}`);
const pathOfFile = (file: number): string => readlinkSync(`/proc/self/fd/${file}`);

// The name of an open file is read from the system.
describe.runIf(process.platform === 'linux')('what must survive a power failure', () => {
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'heddle-durable-'));
    const file = await open(root, 'r');
    vi.spyOn(Object.getPrototypeOf(file), 'sync').mockImplementation(async function (this: { fd: number }) {
      note('flush', pathOfFile(this.fd));
    });
    await file.close();
    vi.spyOn(fs, 'fsyncSync').mockImplementation((each) => note('flush', pathOfFile(each)));
    const { renameSync, promises } = fs;
    const { rename } = promises;
    vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
      renameSync(from, to);
      note('name', String(to));
    });
    vi.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
      await rename(from, to);
      note('name', String(to));
    });
    syncBuiltinESMExports();
    journal = openRunJournal(root, () => {}, limits);
    await journal.executions.create(execution('e1'));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
    journal.close();
    done = [];
  });

  /** What a step flushes and names. */
  async function doneBy(step: () => Promise<unknown>): Promise<readonly string[]> {
    done = [];
    await step();
    return done;
  }

  it('is a run, of which the head comes last', () => {
    expect(done).toEqual([
      'flush e1/plan.json.*.tmp',
      'name e1/plan.json',
      'flush e1',
      'flush e1/run.json.*.tmp',
      'name e1/run.json',
      'flush e1',
      'flush .',
    ]);
  });

  it('is how a run ended or paused, after each payload that it names; what it does in between survives a crash', async () => {
    const hash = await journal.blobs.put('e1', 'text');
    expect(await doneBy(() => journal.events.append('e1', events(1, 2), 'strict'))).toEqual([]);
    const blob = `flush e1/blobs/${hash}`;
    expect((await doneBy(() => journal.events.append('e1', [completed(3)], 'strict'))).slice(0, 2)).toEqual([
      blob,
      'flush e1/events.jsonl',
    ]);
    // Once is enough for a payload.
    expect((await doneBy(() => journal.events.append('e1', [completed(4)], 'strict')))[0]).toBe(
      'flush e1/events.jsonl',
    );
  });

  it('is no end that could not be flushed: it is taken back, as if it had never been appended', async () => {
    await journal.events.append('e1', events(1, 3), 'relaxed');
    vi.mocked(fs.fsyncSync).mockImplementationOnce(() => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    });
    await expect(journal.events.append('e1', [completed(4)], 'strict')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(
      readFileSync(join(root, 'e1', 'events.jsonl'), 'utf8')
        .trimEnd()
        .split('\n'),
    ).toHaveLength(3);
    expect(await journal.executions.get('e1')).toMatchObject({ status: 'running', lastSeq: 3 });
    await journal.events.append('e1', events(4, 4), 'relaxed');
    await journal.events.append('e1', [completed(5)], 'strict');
    expect(await journal.events.read('e1')).toEqual([...events(1, 4), completed(5)]);
  });

  it('is no part of a line that could neither be written nor cut off: it goes when the log is opened again', async () => {
    await journal.events.append('e1', events(1, 3), 'relaxed');
    const whole = readFileSync(join(root, 'e1', 'events.jsonl'));
    const full = Object.assign(new Error('full'), { code: 'ENOSPC' });
    const { writeSync } = fs;
    vi.spyOn(fs, 'writeSync').mockImplementationOnce((file) => {
      writeSync(file, '{"torn":'.repeat(100), whole.length);
      throw full;
    });
    vi.spyOn(fs, 'ftruncateSync').mockImplementationOnce(() => {
      throw full;
    });
    syncBuiltinESMExports();
    await expect(journal.events.append('e1', events(4, 4), 'relaxed')).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    await journal.events.append('e1', events(4, 4), 'relaxed');
    expect(readFileSync(join(root, 'e1', 'events.jsonl'))).toEqual(Buffer.concat([whole, toLines(events(4, 4))]));
  });

  it('is a snapshot, after the events that it holds', async () => {
    const writer = journal.blobs.open('e1', { maxBytes: 1000, compress: true });
    await writer.write(Buffer.from('text'));
    const stored = await writer.close();
    await journal.events.append('e1', events(1, 2), 'strict');
    const save = () => journal.checkpoints.save('e1', { seq: 2, planHash: 'p', history: '{}', view: '{}' });
    expect((await doneBy(save)).slice(0, 5)).toEqual([
      `flush e1/blobs/${stored.hash}.gz`,
      'flush e1/events.jsonl',
      'flush e1/checkpoints/000000000002.jsonl.gz.*.tmp',
      'name e1/checkpoints/000000000002.jsonl.gz',
      'flush e1/checkpoints',
    ]);
  });

  it('are sealed events, before they leave the log, and what is left of that', async () => {
    await journal.events.append('e1', events(1, 40), 'strict');
    const replaced = 'name e1/events.jsonl';
    await expect.poll(() => done.slice(done.indexOf(replaced)).length).toBeGreaterThan(1);
    const sealed = done.slice(7, done.indexOf(replaced) + 2);
    const made = sealed.filter((each) => /^name .*gz$/.test(each));
    expect(made.length).toBeGreaterThan(1);
    expect(sealed).toEqual([
      ...made.flatMap((each) => [`${each.replace('name', 'flush')}.*.tmp.*.tmp`, `${each}.*.tmp`, 'flush e1']),
      ...made,
      'flush e1',
      'flush e1/events.jsonl.*.tmp',
      replaced,
      'flush e1',
    ]);
    expect(await journal.events.read('e1')).toEqual(events(1, 40));
    const cut = await doneBy(() => journal.events.cut('e1', 5));
    // Most of it is set aside by its name; the part that stays is written anew.
    expect(cut.slice(-4)).toEqual(['flush e1/events.jsonl.*.tmp', replaced, 'flush e1', 'flush e1']);
    expect(await journal.events.read('e1')).toEqual(events(1, 5));
  });

  it('is what is cut off a log, before it goes', async () => {
    await journal.events.append('e1', events(1, 4), 'strict');
    expect(await doneBy(() => journal.events.cut('e1', 2))).toEqual([
      'flush e1/events-damaged-000000000003-TIME.jsonl.*.tmp',
      'name e1/events-damaged-000000000003-TIME.jsonl',
      'flush e1',
      'flush e1/events.jsonl',
    ]);
  });
});
