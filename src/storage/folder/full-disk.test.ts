import { cpSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunJournal } from '../run-journal';
import { completed, events, execution } from '../samples.testing';
import { openRunJournal } from './open-run-journal';
import { isLeftover, listFilesIn } from './run-contents';
import { watch } from './watched-fs.testing';

vi.mock('node:fs', async (original) => (await import('./watched-fs.testing')).watchedFs(await original()));
vi.mock('node:fs/promises', async (original) =>
  (await import('./watched-fs.testing')).watchedPromises(await original()),
);

/** Small enough that a log of some hundred events is sealed. */
const limits = { live: 6000, segment: 2000 };
const text = 'A payload. '.repeat(1000);

let root = '';
/** Whether the selected call has failed. */
let hasFailed = false;
const opened: RunJournal[] = [];
const open = (folder = root) => {
  const journal = openRunJournal(folder, () => {}, limits);
  opened.push(journal);
  return journal;
};

beforeEach(() => {
  hasFailed = false;
  root = mkdtempSync(join(tmpdir(), 'heddle-full-'));
});
afterEach(() => {
  watch.before = () => {};
  for (const journal of opened.splice(0)) journal.close();
});

/** Every kind of write for a run, in sequence. */
function steps(journal: RunJournal): readonly (() => Promise<unknown>)[] {
  const { events: log, blobs, checkpoints } = journal;
  return [
    () => journal.executions.create(execution('e1')),
    () => blobs.put('e1', text),
    async () => {
      const writer = blobs.open('e1', { maxBytes: 1_000_000, compress: true });
      try {
        await writer.write(Buffer.from(text));
        await writer.close();
      } catch (error) {
        await writer.abort();
        throw error;
      }
    },
    () => log.append('e1', events(1, 40), 'strict').then(sealing),
    () => checkpoints.save('e1', { seq: 40, planHash: 'p', history: '{}', view: '{}' }),
    () => log.cut('e1', 38),
    () => log.append('e1', [completed(39)], 'strict'),
    () => journal.keepOutput('e1', 'report.md', pages()),
    () => log.cut('e1', 10),
  ];
}

/** Waits for background work after appends, unless it failed: the head of the run is written down last. */
async function sealing(): Promise<void> {
  for (let left = 200; left > 0 && !hasFailed; left -= 1) {
    const names = readdirSync(join(root, 'e1'));
    const isSealed = names.some((name) => name.endsWith('.gz'));
    const isLong = statSync(join(root, 'e1', 'events.jsonl')).size >= limits.live;
    if (!isLong && (!isSealed || names.includes('standing.json'))) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function* pages(): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** Every kind of call that each step makes, as `STEP NAME`. Removing files needs no space. */
async function kindsOfCalls(): Promise<string[]> {
  const kinds = new Set<string>();
  let count = 0;
  for (const step of steps(open())) {
    count += 1;
    watch.before = (name) => void (name === 'rm' || kinds.add(`${count} ${name}`));
    await step();
  }
  watch.before = () => {};
  return [...kinds];
}

describe('a journal', () => {
  it('tells at any write that there is no room, stores nothing of that, and goes on when there is', async () => {
    const kinds = await kindsOfCalls();
    const failed = new Set<string>();
    for (const kind of kinds) {
      root = mkdtempSync(join(tmpdir(), 'heddle-full-'));
      const journal = open();
      let count = 0;
      hasFailed = false;
      watch.before = (name) => {
        if (hasFailed || `${count} ${name}` !== kind) return;
        hasFailed = true;
        throw Object.assign(new Error('full'), { code: 'ENOSPC' });
      };
      for (const step of steps(journal)) {
        count += 1;
        await step().catch((error: unknown) => {
          expect(error).toMatchObject({ code: 'STORAGE_FULL', retryable: true });
          failed.add(kind);
          return step();
        });
      }
      const next = open();
      expect(await next.events.read('e1')).toEqual(events(1, 10));
      expect(await next.executions.get('e1')).toMatchObject({ status: 'running', lastSeq: 10 });
      await next.events.append('e1', events(11, 12), 'strict');
      expect(await next.events.read('e1', 9)).toEqual(events(9, 12));
      expect((await listFilesIn(root)).filter(isLeftover)).toEqual([]);
      journal.close();
      next.close();
    }
    // Failures of sealing and of writing down the head are silent: both are retried later.
    const quiet = ['4 mkdir', '4 writeFile', '4 fsync', '4 rename', '7 mkdir', '7 writeFile', '7 rename'];
    expect(kinds.filter((kind) => !failed.has(kind))).toEqual(quiet);
  });

  it('is whole after a crash at any write: nothing that was stored is lost, and nothing is there twice', async () => {
    const journal = open();
    /** The last event that is certainly stored, and the last that may be. */
    const promised = { sure: 0, last: 0 };
    const found: { readonly folder: string; readonly sure: number; readonly last: number }[] = [];
    watch.before = () => {
      const folder = mkdtempSync(join(tmpdir(), 'heddle-crash-'));
      cpSync(root, folder, { recursive: true });
      found.push({ folder, ...promised });
    };
    await journal.executions.create(execution('e1'));
    for (let first = 1; first <= 25; first += 24) {
      promised.last = first + 23;
      await journal.events.append('e1', events(first, first + 23), 'strict');
      promised.sure = first + 23;
      await sealing();
    }
    for (const to of [45, 5]) {
      promised.sure = to;
      await journal.events.cut('e1', to);
      promised.last = to;
    }
    watch.before = () => {};
    expect(found.length).toBeGreaterThan(20);
    for (const { folder, sure, last } of found) {
      if (!readdirSync(folder).includes('e1') || !readdirSync(join(folder, 'e1')).includes('run.json')) continue;
      const next = open(folder);
      const read = await next.events.read('e1');
      expect(read.length).toBeGreaterThanOrEqual(sure);
      expect(read).toEqual(events(1, Math.min(last, read.length)));
      expect(await next.events.cut('e1', 1000)).toBe(0);
      expect(readdirSync(join(folder, 'e1')).filter((name) => /^events.*tmp$/.test(name))).toEqual([]);
      await next.events.append('e1', events(read.length + 1, read.length + 30), 'strict');
      expect(await next.events.read('e1')).toEqual(events(1, read.length + 30));
      next.close();
    }
  });
});
