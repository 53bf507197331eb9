import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { RunJournal } from '../run-journal';
import { completed, events, execution, iteration } from '../samples.testing';
import { openRunJournal } from './open-run-journal';
import { listSegments } from './segments';

/** Small enough that a log of sixty events has segments. */
const limits = { live: 6000, segment: 1500 };
const last = 60;
const snapshots = [20, 40, 60];

let root = '';
let journal: RunJournal;
const opened: RunJournal[] = [];
const at = (...parts: string[]): string => join(root, 'e1', ...parts);
const segments = () => listSegments(at());

function reopen(its = limits): RunJournal {
  for (const each of opened.splice(0)) each.close();
  const next = openRunJournal(root, () => {}, its);
  opened.push(next);
  return next;
}

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'heddle-damage-'));
  journal = reopen();
  await journal.executions.create(execution('e1'));
  await journal.events.append('e1', events(1, 40), 'strict');
  // Sealing has ended, and the remaining events are too few for another segment.
  await expect.poll(() => statSync(at('events.jsonl')).size).toBeLessThan(2 * limits.segment);
  await journal.events.append('e1', events(41, last), 'strict');
  for (const seq of snapshots) {
    await journal.checkpoints.save('e1', { seq, planHash: 'p', history: `{"h":${seq}}`, view: `{"v":${seq}}` });
  }
});
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
});

interface Bit {
  /** Position of the byte, as a fraction of the file. */
  readonly place: number;
  readonly mask: number;
}

/** A position in a file, and a bit of the byte there. */
const bit = fc.record({
  place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
  mask: fc.integer({ min: 0, max: 7 }),
});

function flip(path: string, { place, mask }: Bit): void {
  const bytes = readFileSync(path);
  const index = Math.floor(place * bytes.length);
  bytes[index] = (bytes[index] ?? 0) ^ (1 << mask);
  writeFileSync(path, bytes);
}

/** The number in the error for the first event that cannot be read; undefined: all can. */
async function damageIn(from = 1): Promise<number | undefined> {
  try {
    expect(await journal.events.read('e1', from)).toEqual(events(from, last));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DAMAGED_RECORD') throw error;
    return Number(error.details?.['seq']);
  }
}

/** Checks a property with a file in which one bit was changed, or whose end was cut off, each time on a fresh copy. */
async function harm(path: string, runs: number, property: (place: Bit) => Promise<void>): Promise<void> {
  const bytes = readFileSync(path);
  const check = fc.asyncProperty(bit, fc.boolean(), async (place, isCut) => {
    writeFileSync(path, bytes);
    if (isCut && !path.endsWith('events.jsonl')) writeFileSync(path, bytes.subarray(0, place.place * bytes.length));
    else flip(path, place);
    await property(place);
  });
  await fc.assert(check, { numRuns: runs });
}

/** Checks a property several times, each time with the original folder. */
async function each(runs: number, property: (place: Bit) => Promise<void>): Promise<void> {
  const copy = join(root, 'copy');
  for (const one of opened.splice(0)) one.close();
  cpSync(at(), copy, { recursive: true });
  const check = fc.asyncProperty(bit, async (place) => {
    root = mkdtempSync(join(tmpdir(), 'heddle-damage-'));
    cpSync(copy, at(), { recursive: true });
    journal = reopen();
    await property(place);
  });
  await fc.assert(check, { numRuns: runs });
}

describe('a log of which a bit was changed', () => {
  it('is never taken for sound: the first event that cannot be read is told, and all others can be', async () => {
    const text = readFileSync(at('events.jsonl'), 'latin1');
    const first = last + 2 - text.split('\n').length;
    await harm(at('events.jsonl'), 60, async (place) => {
      const index = Math.floor(place.place * text.length);
      // Without its final line feed, the last line counts as torn by a crash.
      if (index === text.length - 1) return;
      const seq = first + text.slice(0, index).split('\n').length - 1;
      const reported = await damageIn();
      // If a tab of a checksum becomes another kind of white space, nothing is lost.
      if (reported !== undefined) expect(reported).toBe(seq);
      // The line feed between two events belongs to both.
      expect(await damageIn(seq + (text[index] === '\n' ? 2 : 1))).toBeUndefined();
      const { events: found } = await journal.events.find('e1', {
        filter: {},
        from: last,
        direction: 'backward',
        limit: 100,
      });
      expect(found.length).toBeGreaterThanOrEqual(last - 2);
      expect(found).toEqual(
        events(1, last)
          .reverse()
          .filter((event) => found.some((one) => one.seq === event.seq)),
      );
    });
  });

  it('is cut after the last good event; what is cut off is set aside, and snapshots and heads of it go', async () => {
    await each(15, async (place) => {
      flip(at('events.jsonl'), place);
      const damaged = readFileSync(at('events.jsonl'));
      const reported = await damageIn().catch(() => undefined);
      if (reported === undefined) return;
      const cut = await journal.events.cut('e1', reported - 1);
      expect(cut).toBeGreaterThanOrEqual(last - reported);
      expect(cut).toBeLessThanOrEqual(last - reported + 2);
      const aside = readdirSync(at()).filter((name) =>
        name.startsWith(`events-damaged-${String(reported).padStart(12, '0')}-`),
      );
      expect(aside).toHaveLength(1);
      const cutOff = readFileSync(at(aside[0] ?? ''));
      expect(Buffer.concat([readFileSync(at('events.jsonl')), cutOff]).equals(damaged)).toBe(true);
      await goesOnAfter(reported - 1);
    });
  });

  it('does not go on before it is cut', async () => {
    flip(at('events.jsonl'), { place: 0.98, mask: 1 });
    journal = reopen();
    const append = journal.events.append('e1', events(last + 1, last + 1), 'strict');
    await expect(append).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
    expect(await damageIn()).toBe(last);
    expect(await journal.events.cut('e1', last - 1)).toBe(1);
    await goesOnAfter(last - 1);
  });
});

/** Checks that the log ends with this event, is intact, and accepts further events. */
async function goesOnAfter(seq: number): Promise<void> {
  expect(await journal.events.read('e1')).toEqual(events(1, seq));
  const newest = snapshots.findLast((each) => each <= seq);
  expect(await journal.checkpoints.load('e1', 'view')).toMatchObject({
    found: newest === undefined ? undefined : { seq: newest },
    damaged: [],
  });
  expect((await journal.executions.get('e1'))?.lastSeq).toBe(seq);
  await journal.events.append('e1', events(seq + 1, seq + 30), 'strict');
  journal = reopen();
  expect(await journal.events.read('e1')).toEqual(events(1, seq + 30));
  expect((await journal.executions.get('e1'))?.lastSeq).toBe(seq + 30);
}

describe('a sealed segment', () => {
  it('tells a changed bit and a missing end as its first event, and hinders no other', async () => {
    const [, segment = fail(), after] = segments();
    const lines = gunzipSync(readFileSync(segment.path));
    await harm(segment.path, 40, async () => {
      const reported = await damageIn();
      // Some bits of a gzip header have no meaning.
      if (reported === undefined) return expect(gunzipSync(readFileSync(segment.path)).equals(lines)).toBe(true);
      expect(reported).toBe(segment.first);
      expect(await damageIn(segment.last)).toBe(segment.first);
      expect(await damageIn(after?.first)).toBeUndefined();
      for (const direction of ['forward', 'backward'] as const) {
        const from = direction === 'forward' ? 1 : last;
        const { events: found } = await journal.events.find('e1', { filter: {}, from, direction, limit: 100 });
        expect(found).toHaveLength(last - (segment.last - segment.first + 1));
      }
      expect((await journal.executions.get('e1'))?.lastSeq).toBe(last);
    });
  });

  it('is read anew when it has changed since it was read', async () => {
    const [, segment = fail()] = segments();
    expect(await damageIn()).toBeUndefined();
    flip(segment.path, { place: 0.5, mask: 3 });
    expect(await damageIn()).toBe(segment.first);
  });

  it('is told where it is gone, or another one is', async () => {
    const [first = fail(), second = fail()] = segments();
    rmSync(second.path);
    expect(await damageIn()).toBe(second.first);
    expect(await damageIn(second.last + 1)).toBeUndefined();
    copyFileSync(first.path, second.path);
    expect(await damageIn()).toBe(second.first);
  });

  it('is cut in the middle, and set aside with all that follows it', async () => {
    const all = segments();
    await each(6, async ({ place }) => {
      const seq = Math.floor(place * (all.at(-1)?.last ?? 0));
      await journal.events.cut('e1', seq);
      const aside = readdirSync(at()).filter((name) => name.startsWith('events-damaged-'));
      expect(aside).toHaveLength(all.filter((each) => each.last > seq).length + 1);
      await goesOnAfter(seq);
    });
  });

  it('is cut off as a whole where it is damaged', async () => {
    const [, segment = fail()] = segments();
    flip(segment.path, { place: 0.5, mask: 3 });
    await journal.events.cut('e1', segment.first - 1);
    await goesOnAfter(segment.first - 1);
  });
});

describe('a snapshot', () => {
  it('of which a bit was changed, or the end is missing, is passed over and told', async () => {
    const path = at('checkpoints', '000000000060.jsonl.gz');
    await harm(path, 40, async () => {
      const { found, damaged } = await journal.checkpoints.load('e1', 'history');
      if (damaged.length === 0) return expect(found).toEqual({ seq: 60, planHash: 'p', json: '{"h":60}' });
      expect([found, damaged]).toEqual([{ seq: 40, planHash: 'p', json: '{"h":40}' }, [60]]);
    });
  });

  it('of events that the log has lost is passed over', async () => {
    writeFileSync(at('events.jsonl'), readFileSync(at('events.jsonl')).subarray(0, -300));
    journal = reopen();
    expect(await journal.checkpoints.load('e1', 'view')).toMatchObject({ found: { seq: 40 }, damaged: [60] });
  });

  it('under the name of another one is passed over', async () => {
    copyFileSync(at('checkpoints', '000000000020.jsonl.gz'), at('checkpoints', '000000000060.jsonl.gz'));
    expect(await journal.checkpoints.load('e1', 'view')).toMatchObject({ found: { seq: 40 }, damaged: [60] });
  });
});

describe('how a run stood', () => {
  it('is read from the log where what was written down is damaged, gone, or ahead of it', async () => {
    const before = await journal.executions.get('e1');
    await harm(at('standing.json'), 25, async () => {
      expect(await journal.executions.get('e1')).toEqual(before);
    });
    rmSync(at('standing.json'));
    expect(await journal.executions.get('e1')).toEqual(before);
  });

  it('is what the whole log tells, also where a process has followed it', async () => {
    // Nothing is sealed meanwhile.
    journal = reopen({ live: 1_000_000, segment: 500_000 });
    // More than are folded at once.
    const more = Array.from({ length: 1500 }, (_, index) => iteration(last + 1 + index, index + 1, index % 2));
    for (let from = 0; from < 1500; from += 50) {
      await journal.events.append('e1', more.slice(from, from + 50), 'relaxed');
    }
    await journal.events.append('e1', [completed(last + 1501)], 'strict');
    const standing = readFileSync(at('standing.json'), 'utf8');
    expect(JSON.parse(standing).heads[0]).toMatchObject({
      status: 'completed',
      lastSeq: last + 1501,
      iterations: 1500,
    });
    const reported = await journal.executions.get('e1');
    rmSync(at('standing.json'));
    expect(await journal.executions.get('e1')).toEqual(reported);
  });

  it('is not the one of before a cut, though the log has grown past that again', async () => {
    await journal.events.append('e1', [completed(last + 1)], 'strict');
    expect(await journal.executions.get('e1')).toMatchObject({ status: 'completed' });
    await journal.events.cut('e1', 50);
    await journal.events.append('e1', events(51, 99), 'strict');
    expect(await journal.executions.get('e1')).toMatchObject({ status: 'running', lastSeq: 99 });
  });
});

function fail(): never {
  throw new Error('There are too few segments.');
}

it('shows no event twice to whoever reads the files while the oldest are sealed', async () => {
  let done = false;
  const appended = journal.events.append('e1', events(last + 1, last + 400), 'strict');
  const sealed = appended.then(() =>
    expect.poll(() => statSync(at('events.jsonl')).size).toBeLessThan(2 * limits.segment),
  );
  void sealed.finally(() => {
    done = true;
  });
  while (!done) {
    const [first = ''] = readFileSync(at('events.jsonl'), 'utf8').split('\n', 1);
    const { seq } = JSON.parse(first) as { seq: number };
    expect(segments().at(-1)?.last ?? 0).toBeLessThan(seq);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await sealed;
  expect(segments().at(-1)?.last).toBeGreaterThan(last + 300);
});

describe('what a person wrote about a run', () => {
  it('is neither lost nor hides the run if its file was edited wrongly, or a newer Heddle wrote it', async () => {
    await journal.executions.annotate('e1', { starred: true, tags: ['a'] });
    const file = at('annotations.json');
    const written = JSON.parse(readFileSync(file, 'utf8'));
    expect(written).toEqual({ version: 1, starred: true, tags: ['a'] });
    for (const [text, code] of [
      ['{"version": 1, "tags": ', 'DAMAGED_RECORD'],
      ['{"version": 1, "stars": 5}', 'DAMAGED_RECORD'],
      ['{"version": 2, "stars": 5}', 'NEWER_VERSION'],
    ] as const) {
      writeFileSync(file, text);
      expect(await journal.executions.get('e1')).not.toHaveProperty('annotations');
      await expect(journal.executions.annotate('e1', { note: 'b' })).rejects.toMatchObject({ code });
      expect(readFileSync(file, 'utf8')).toBe(text);
    }
    writeFileSync(file, '{"version": 1, "note": "by hand"}');
    expect(await journal.executions.get('e1')).toMatchObject({ annotations: { note: 'by hand' } });
  });
});
