import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { RunHead } from '@/run/run-head';
import { events, execution } from '../samples.testing';
import { createBufferSource } from './byte-source';
import { toLine, toLines } from './log-line';
import { readFrame } from './log-parts';
import { buildSegmentPath, listSegments } from './segments';
import { readSmall, writeSmall } from './small-file';
import { addStanding, cutStanding, readStanding } from './standing';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'heddle-standing-'));
});

const { status, iterations, iterationMs, totals } = execution('e1');
const head = (lastSeq: number): RunHead => ({ status, iterations, iterationMs, totals, lastSeq });
const seqs = (path: string) => readStanding(path).map(({ lastSeq }) => lastSeq);

describe('heads of a run', () => {
  it('are the last four, the newest first, and none of events that are no longer there', () => {
    const path = join(folder, 'e1', 'standing.json');
    expect(seqs(path)).toEqual([]);
    for (const seq of [1, 5, 9, 12, 20]) addStanding(path, head(seq));
    expect(seqs(path)).toEqual([20, 12, 9, 5]);
    addStanding(path, head(12));
    expect(seqs(path)).toEqual([12, 9, 5]);
    const before = readFileSync(path, 'utf8');
    cutStanding(path, 12);
    expect(readFileSync(path, 'utf8')).toBe(before);
    cutStanding(path, 11);
    expect(seqs(path)).toEqual([9, 5]);
    cutStanding(path, 0);
    expect(seqs(path)).toEqual([]);
    addStanding(path, head(2));
    expect(readStanding(path)).toEqual([head(2)]);
  });
});

describe('a small file', () => {
  const schema = z.strictObject({ a: z.number() });
  const path = () => join(folder, 'deep', 'er', 'a.json');

  it('is read as it was written, whole, and without remains', () => {
    expect(readSmall(path(), schema)).toBeUndefined();
    writeSmall(path(), { a: 1 });
    writeSmall(path(), { a: 2 });
    expect(readSmall(path(), schema)).toEqual({ a: 2 });
    expect(readdirSync(join(path(), '..'))).toEqual(['a.json']);
    writeFileSync(path(), toLine({ a: 3 }).slice(0, -1));
    expect(readSmall(path(), schema)).toEqual({ a: 3 });
  });

  it('is none if it is damaged or says something else, but a folder in its place is an error', () => {
    writeSmall(path(), { b: 1 });
    expect(readSmall(path(), schema)).toBeUndefined();
    writeFileSync(path(), toLine({ a: 1 }).replace('1', '2'));
    expect(readSmall(path(), schema)).toBeUndefined();
    mkdirSync(join(folder, 'folder'));
    expect(() => readSmall(join(folder, 'folder'), schema)).toThrow('EISDIR');
    expect(() => writeSmall(join(folder, 'folder'), { a: 1 })).toThrow();
    expect(readdirSync(folder).sort()).toEqual(['deep', 'folder']);
  });
});

describe('segments of a log', () => {
  it('are those with the names of segments, in the order of their events', () => {
    expect(listSegments(join(folder, 'none'))).toEqual([]);
    const names = [
      [11, 20],
      [1, 10],
      [1_000_000_000_000, 1_000_000_000_001],
    ] as const;
    for (const [first, last] of names) appendFileSync(buildSegmentPath(folder, first, last), '');
    for (const other of ['events.jsonl', 'events-1-2.jsonl.gz', 'events-000000000001-000000000002.jsonl'])
      appendFileSync(join(folder, other), '');
    expect(listSegments(folder).map(({ path, first, last }) => [path.slice(folder.length + 1), first, last])).toEqual([
      ['events-000000000001-000000000010.jsonl.gz', 1, 10],
      ['events-000000000011-000000000020.jsonl.gz', 11, 20],
      ['events-1000000000000-1000000000001.jsonl.gz', 1_000_000_000_000, 1_000_000_000_001],
    ]);
  });
});

describe('the numbers of the events in a log', () => {
  const bad = '#\n';
  const lines = (first: number, last: number) => toLines(events(first, last)).toString();
  it.each([
    ['', { first: 8, last: 7, isSound: true }],
    [lines(8, 10), { first: 8, last: 10, isSound: true }],
    // The numbers in the lines count, not what came before.
    [lines(5, 6), { first: 5, last: 6, isSound: true }],
    [bad + bad + lines(10, 11), { first: 8, last: 11, isSound: true }],
    [lines(8, 9) + bad + lines(11, 12), { first: 8, last: 12, isSound: true }],
    [lines(8, 9) + bad + bad, { first: 8, last: 11, isSound: false }],
    [bad, { first: 8, last: 8, isSound: false }],
    [bad + bad, { first: 8, last: 9, isSound: false }],
    [bad + lines(9, 9) + bad, { first: 8, last: 10, isSound: false }],
  ])('are told by its sound lines: %#', (text, frame) => {
    expect(readFrame(createBufferSource(Buffer.from(text)), 7)).toEqual(frame);
  });
});
