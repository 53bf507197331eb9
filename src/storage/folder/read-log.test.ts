import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { EventQuery } from '@/run/event-query';
import { completed, events } from '../samples.testing';
import { createBufferSource } from './byte-source';
import { createDamagedEventError } from './log-damage';
import { toLine, toLines } from './log-line';
import type { LogPart, LogParts } from './log-parts';
import { parseSoundEvent, readLog, readSoundLines, searchLog } from './read-log';
import { createSegmentReader } from './segments';

const last = 24;

it('a segment is unpacked once for the pages that are read of it, until two others were', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-segments-'));
  const [one, two, three] = ['one', 'two', 'three'].map((name) => {
    writeFileSync(join(folder, name), gzipSync(name));
    return join(folder, name);
  }) as [string, string, string];
  const read = createSegmentReader();
  const [first, second] = [read(one), read(two)];
  expect([read(two) === second, read(one) === first]).toEqual([true, true]);
  expect(String(await first)).toBe('one');
  await Promise.all([read(two), read(three)]);
  expect(read(one) === first).toBe(false);
});
const all = events(1, last);
const [low, high] = [1, last + 2];

/** A part with the lines of these events; its name may say more than it holds. */
const part = (first: number, end: number, lines: readonly string[]): LogPart => ({
  first,
  last: end,
  open: async () => createBufferSource(Buffer.from(lines.join(''))),
});
const logOf = (parts: readonly LogPart[]): LogParts => ({ parts, last: parts.at(-1)?.last ?? 0, close: () => {} });
const linesOf = (first: number, end: number, harmed: ReadonlySet<number> = new Set()): string[] =>
  events(first, end).map((event) => (harmed.has(event.seq) ? '#\n' : toLine(event)));

/** What is read until the end, or until an event is damaged; that event is told too. */
async function read(log: LogParts, from: number, to = last): Promise<[seqs: number[], damaged?: number]> {
  const seqs: number[] = [];
  try {
    for await (const event of readLog('e1', log, from, to)) {
      expect(event).toEqual(all[event.seq - 1]);
      seqs.push(event.seq);
    }
    return [seqs];
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'DAMAGED_RECORD') throw error;
    return [seqs, Number(error.details?.['seq'])];
  }
}

const range = (from: number, to: number): number[] => events(from, Math.max(from - 1, to)).map(({ seq }) => seq);

/** A log in parts that begin behind each of `cuts`, with some lines damaged. */
const broken = fc.record({
  cuts: fc.uniqueArray(fc.integer({ min: 1, max: last - 1 }), { maxLength: 4 }),
  harmed: fc.uniqueArray(fc.integer({ min: 1, max: last }), { maxLength: 3 }),
  from: fc.integer({ min: low, max: high }),
  to: fc.integer({ min: low, max: last }),
});

function cutLog(cuts: readonly number[], harmed: ReadonlySet<number>): LogParts {
  const ends = [...cuts.toSorted((a, b) => a - b), last];
  return logOf(
    ends.map((end, index) => part((ends[index - 1] ?? 0) + 1, end, linesOf((ends[index - 1] ?? 0) + 1, end, harmed))),
  );
}

describe('a log that is read', () => {
  it('has all its events up to the first damaged one of those that are asked for', async () => {
    await fc.assert(
      fc.asyncProperty(broken, async ({ cuts, harmed, from, to }) => {
        const bad = new Set(harmed);
        const first = range(from, to).find((seq) => bad.has(seq));
        const expected = first === undefined ? [range(from, to)] : [range(from, first - 1), first];
        expect(await read(cutLog(cuts, bad), from, to)).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it('is told to be damaged where a part holds fewer events than it says', async () => {
    const short = part(1, 12, linesOf(1, 9));
    expect(await read(logOf([short, part(13, last, linesOf(13, last))]), 1)).toEqual([range(1, 9), 10]);
    expect(await read(logOf([short]), 4, 12)).toEqual([range(4, 9), 10]);
    expect(await read(logOf([short]), 11, 12)).toEqual([[], 11]);
    expect(await read(logOf([part(1, 12, [])]), 1, 12)).toEqual([[], 1]);
    // What is asked for is there.
    expect(await read(logOf([short]), 1, 9)).toEqual([range(1, 9)]);
  });

  it('is told to be damaged where a part is missing, or holds others than it says', async () => {
    const [one, three] = [part(1, 8, linesOf(1, 8)), part(17, last, linesOf(17, last))];
    expect(await read(logOf([one, three]), 1)).toEqual([range(1, 8), 9]);
    expect(await read(logOf([one, three]), 17)).toEqual([range(17, last)]);
    expect(await read(logOf([one, three]), 1, 8)).toEqual([range(1, 8)]);
    expect(await read(logOf([one, part(9, last, linesOf(10, last))]), 1)).toEqual([range(1, 8), 9]);
    // Two of a number.
    expect(await read(logOf([part(1, last, [...linesOf(1, 8), ...linesOf(8, last)])]), 1)).toEqual([range(1, 8), 9]);
  });

  it('has no damaged event of a newer version, nor one that is no event', async () => {
    const odd = (fields: object) =>
      part(1, 3, [...linesOf(1, 1), toLine({ ...events(2, 2)[0], ...fields }), ...linesOf(3, 3)]);
    await expect(read(logOf([odd({ v: 99 })]), 1, 3)).rejects.toMatchObject({ code: 'NEWER_VERSION' });
    expect(await read(logOf([odd({ kind: 'none.such' })]), 1, 3)).toEqual([[1], 2]);
    expect(parseSoundEvent('e1', { seq: 1 })).toBeUndefined();
    expect(() => parseSoundEvent('e1', Object.assign({ seq: 1 }, events(1, 1)[0], { v: 99 }))).toThrow(
      expect.objectContaining({ code: 'NEWER_VERSION' }),
    );
  });
});

describe('the sound lines of a log', () => {
  it('are all that are not damaged, from any event on and in either direction', async () => {
    await fc.assert(
      fc.asyncProperty(broken, fc.boolean(), async ({ cuts, harmed, from }, isForward) => {
        const bad = new Set(harmed);
        const direction = isForward ? 'forward' : 'backward';
        const seqs: number[] = [];
        for await (const { value } of readSoundLines(cutLog(cuts, bad), { from, direction })) seqs.push(value.seq);
        const asked = isForward ? range(from, last) : range(1, Math.min(from, last)).toReversed();
        expect(seqs).toEqual(asked.filter((seq) => !bad.has(seq)));
      }),
      { numRuns: 60 },
    );
  });

  it('are those of the other parts where one cannot be unpacked; any other error is told', async () => {
    const failing = (error: Error): LogPart => ({ first: 9, last: 16, open: () => Promise.reject(error) });
    const around = (middle: LogPart) => logOf([part(1, 8, linesOf(1, 8)), middle, part(17, last, linesOf(17, last))]);
    const found = async (log: LogParts) => {
      const seqs: number[] = [];
      for await (const { value } of readSoundLines(log, { from: 1, direction: 'forward' })) seqs.push(value.seq);
      return seqs;
    };
    expect(await found(around(failing(createDamagedEventError('e1', 9))))).toEqual([
      ...range(1, 8),
      ...range(17, last),
    ]);
    await expect(found(around(failing(new Error('No disk.'))))).rejects.toThrow('No disk.');
  });
});

describe('a search in a log', () => {
  const query = (more: Partial<EventQuery>): EventQuery => ({
    ...{ from: 1, direction: 'forward', limit: 100, filter: {} },
    ...more,
  });

  it('goes on where the page before it ended, in either direction, and ends with the log', async () => {
    const log = cutLog([5, 11], new Set([7]));
    const sound = range(1, last).filter((seq) => seq !== 7);
    for (const direction of ['forward', 'backward'] as const) {
      const found: number[] = [];
      let from: number | null = direction === 'forward' ? 1 : last;
      let pages = 0;
      for (; from !== null; pages += 1) {
        const page = await searchLog('e1', log, query({ from, direction, limit: 5 }));
        expect(page.events.length).toBeLessThanOrEqual(5);
        found.push(...page.events.map(({ seq }) => seq));
        from = page.next;
      }
      expect(found).toEqual(direction === 'forward' ? sound : sound.toReversed());
      expect(pages).toBe(5);
    }
    expect(await searchLog('e1', log, query({ from: 20, limit: 5 }))).toEqual({ events: events(20, 24), next: null });
    expect((await searchLog('e1', log, query({ from: 20, limit: 4 }))).next).toBe(24);
  });

  it('skips lines of other kinds unread, but says after so many of them how far it is', async () => {
    const count = 3000;
    const lines = toLines([...events(1, count), completed(count + 1)]);
    const log = logOf([{ first: 1, last: count + 1, open: async () => createBufferSource(lines) }]);
    const filter = { kinds: ['run.completed'] as const };
    const found = await searchLog('e1', log, query({ filter }));
    expect([found.events.map(({ seq }) => seq), found.next]).toEqual([[count + 1], null]);
    const seqs: number[] = [];
    for await (const { value } of readSoundLines(log, { from: 1, direction: 'forward', kinds: filter.kinds }))
      seqs.push(value.seq);
    expect(seqs).toEqual([1001, 2002, count + 1]);
  });

  it('ends after so many events, found or not, and says where', async () => {
    const lines = toLines(events(1, 5002));
    const log = logOf([{ first: 1, last: 5002, open: async () => createBufferSource(lines) }]);
    const filter = { text: 'event 5002' } as EventQuery['filter'];
    expect(await searchLog('e1', log, query({ filter }))).toEqual({ events: [], next: 5001 });
  });

  it('ends after so many bytes, of damaged lines too, and says where', async () => {
    const long = `${'#'.repeat(16_000_000)}\n`;
    const log = logOf([part(1, 4, [...linesOf(1, 1), long, ...linesOf(3, 4)])]);
    const page = await searchLog('e1', log, query({}));
    expect([page.events.map(({ seq }) => seq), page.next]).toEqual([[1, 3], 4]);
  });
});
