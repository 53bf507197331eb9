import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '@/plan/plan';
import { eventVersion, type RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { openRunJournal } from '@/storage/folder/open-run-journal';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { RunJournal } from '@/storage/run-journal';
import { createOutputFolder } from '../output-folder';
import { keepOutputs } from './keep-outputs';
import { createStoredKeeper } from './keep-stored';

let root = '';
let journal: RunJournal;
let warnings: string[] = [];
const folder = () => join(root, 'work');
const at = (...parts: string[]) => join(folder(), ...parts);
const text = 'A line that a script prints.\n'.repeat(20_000);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'heddle-outputs-'));
  mkdirSync(folder());
  journal = openRunJournal(join(root, 'runs'), () => {});
  warnings = [];
});
afterEach(() => {
  journal.close();
});

async function store(compress: boolean, content = text): Promise<string> {
  const writer = journal.blobs.open('e1', { maxBytes: 1e9, compress });
  await writer.write(Buffer.from(content));
  return (await writer.close()).hash;
}

function stored(ref: string, file: string): RunEvent {
  const data = { stream: 'stdout' as const, bytes: 1, storedBytes: 1, file, compressed: file.endsWith('.gz') };
  return { v: eventVersion, seq: 1, t: '', path: 'task/a', id: '', kind: 'output.stored', ref, data };
}

function keeper() {
  const warn = (line: string) => warnings.push(line);
  return createStoredKeeper({ executionId: 'e1', journal, folder: createOutputFolder(folder()), warn });
}

async function keep(...events: readonly RunEvent[]): Promise<void> {
  const all = keeper();
  all.events(events);
  await all.done();
}

describe('outputs that are stored apart', () => {
  it('are files that take no room beside the payloads', async () => {
    const packed = await store(true);
    const plain = await store(false, 'other');
    await keep(
      stored(packed, 'out/a.iter-1.log.gz'),
      stored(plain, 'out/b.log'),
      stored(packed, 'out/a.iter-2.log.gz'),
    );
    expect(gunzipSync(readFileSync(at('out', 'a.iter-2.log.gz'))).toString()).toBe(text);
    expect(readFileSync(at('out', 'b.log'), 'utf8')).toBe('other');
    expect(statSync(at('out', 'a.iter-1.log.gz')).nlink).toBe(3);
    expect(warnings).toEqual([]);
  });

  it('are packed and unpacked where the same is stored in another form', async () => {
    const packed = await store(true);
    const plain = await store(false, `${text}!`);
    await keep(stored(packed, 'a.log'), stored(plain, 'b.log.gz'));
    expect(readFileSync(at('a.log'), 'utf8') === text).toBe(true);
    expect(gunzipSync(readFileSync(at('b.log.gz'))).toString() === `${text}!`).toBe(true);
  });

  it('are written where they are no files yet', async () => {
    journal = createRunJournal();
    const ref = await store(true);
    await keep(stored(ref, 'out/a.log.gz'));
    expect(gunzipSync(readFileSync(at('out', 'a.log.gz'))).toString()).toBe(text);
  });

  it('replace what was there, and leave nothing else behind', async () => {
    const ref = await store(true);
    writeFileSync(at('before'), 'before');
    linkSync(at('before'), at('a.log.gz'));
    for (const _time of [1, 2]) await keep(stored(ref, 'a.log.gz'));
    expect(gunzipSync(readFileSync(at('a.log.gz'))).toString()).toBe(text);
    expect(readFileSync(at('before'), 'utf8')).toBe('before');
    expect(readdirSync(folder()).sort()).toEqual(['a.log.gz', 'before']);
  });

  it('are refused out of the folder with a warning, and the others are made', async () => {
    const ref = await store(true);
    symlinkSync(root, at('link'));
    const refused = ['../a.log.gz', 'b/../../c.log.gz', join(root, 'd.log.gz'), 'link/e.log.gz'];
    await keep(...[...refused, 'f.log.gz'].map((file) => stored(ref, file)));
    expect(warnings).toHaveLength(refused.length);
    for (const [n, file] of refused.entries()) expect(warnings[n]).toContain(file);
    expect(readdirSync(folder()).sort()).toEqual(['f.log.gz', 'link']);
    expect(readdirSync(root).sort()).toEqual(['runs', 'work']);
  });

  it('of an earlier process are made if they are missing', async () => {
    const ref = await store(true);
    writeFileSync(at('a.log.gz'), 'changed by a person');
    const events = [stored(ref, 'b.log.gz'), stored(ref, 'a.log.gz')];
    journal = { ...journal, events: { ...journal.events, find: async () => ({ events, next: null }) } };
    const all = keeper();
    await all.before();
    await all.done();
    expect(readFileSync(at('a.log.gz'), 'utf8')).toBe('changed by a person');
    expect(gunzipSync(readFileSync(at('b.log.gz'))).toString()).toBe(text);
  });
});

it('keeps an artifact whole of which the task shows a part', async () => {
  const ref = await store(true);
  const plan = { tasks: [{ id: 'a', output: 'report/a.txt' }] } as unknown as Plan;
  const envelope = { v: eventVersion, t: '', path: 'task/a', id: '' } as const;
  const capture = {
    type: 'stdout',
    bytes: text.length,
    truncated: true,
    strategy: 'tail',
    binary: false,
    stored: { ref, bytes: text.length },
  } as const;
  const state = reduceRun(emptyRun, [
    { ...envelope, seq: 1, kind: 'task.started', data: { type: 'script' } },
    {
      ...envelope,
      seq: 2,
      kind: 'task.completed',
      result: 'the end of it',
      data: { attempts: 1, durationMs: 1, usage: null, notes: {}, capture },
    },
  ] as readonly RunEvent[]);
  await keepOutputs(plan, state, 'e1', journal);
  expect(readFileSync(join(root, 'runs', 'e1', 'outputs', 'report', 'a.txt'), 'utf8') === text).toBe(true);
});
