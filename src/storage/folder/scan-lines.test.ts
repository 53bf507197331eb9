import { closeSync, ftruncateSync, mkdtempSync, openSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { events } from '../samples.testing';
import { createBufferSource, createByteSource } from './byte-source';
import { toLines } from './log-line';
import { endOfLines, findOffset, scanLinesBackward, scanLinesForward } from './scan-lines';

/** Lengths around those that are read at once, among short ones. */
const length = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: 40 }) },
  fc.constantFrom(65_534, 65_535, 65_536, 65_537, 131_072, 262_143, 262_144, 262_145),
);
const lengths = fc.array(length, { maxLength: 8 });

/** Lines of these lengths, each of another letter. */
const textOf = (all: readonly number[]): string =>
  all.map((bytes, index) => `${String.fromCharCode(97 + index).repeat(bytes)}\n`).join('');

describe('lines of a log', () => {
  it('are all found, in either direction and from any line on, and nothing of one without an end', () => {
    fc.assert(
      fc.property(lengths, length, fc.nat({ max: 8 }), (all, torn, skipped) => {
        const text = textOf(all);
        const source = createBufferSource(Buffer.from(text + 'z'.repeat(torn)));
        expect(endOfLines(source)).toBe(text.length);
        const lines = all.map((bytes, index) => ({
          start: textOf(all.slice(0, index)).length,
          end: textOf(all.slice(0, index + 1)).length,
          bytes,
        }));
        const from = lines[skipped]?.start ?? text.length;
        const sized = [...scanLinesForward(source, from)].map((line) => ({ ...line, bytes: line.bytes.length }));
        expect(sized).toEqual(lines.slice(skipped));
        const back = [...scanLinesBackward(source, from)].map((line) => ({ ...line, bytes: line.bytes.length }));
        expect(back).toEqual(lines.slice(0, skipped).toReversed());
      }),
      { numRuns: 25 },
    );
  });

  it('end where the last one does, however much of another follows', () => {
    for (const torn of [0, 1, 65_535, 65_536, 65_537, 200_000])
      expect(endOfLines(createBufferSource(Buffer.from(`a\n${'z'.repeat(torn)}`)))).toBe(2);
    expect(endOfLines(createBufferSource(Buffer.from('z'.repeat(70_000))))).toBe(0);
    expect(endOfLines(createBufferSource(Buffer.alloc(0)))).toBe(0);
    expect(endOfLines(createBufferSource(Buffer.from('\n')))).toBe(1);
  });

  it('are those that are left of a file that another process cuts while it is read', () => {
    const path = join(mkdtempSync(join(tmpdir(), 'heddle-lines-')), 'events.jsonl');
    const lines = [10, 20, 70_000, 30];
    for (const left of [0, 5, 11, 32, 50_000, 70_033]) {
      writeFileSync(path, textOf(lines));
      const file = openSync(path, 'r+');
      const source = createByteSource(file, textOf(lines).length);
      ftruncateSync(file, left);
      expect(source.read(0, source.size).toString()).toBe(textOf(lines).slice(0, left));
      const whole = lines.filter((_bytes, index) => textOf(lines.slice(0, index + 1)).length <= left);
      expect([...scanLinesForward(source, 0)].map(({ bytes }) => bytes.length)).toEqual(whole);
      closeSync(file);
    }
  });

  const all = events(1, 120).map((event) => toLines([event]));
  const damaged = (line: Buffer) => Buffer.concat([Buffer.from('#'), line.subarray(1)]);

  it('of an event begin behind the last sound line of an earlier one', () => {
    const bad = fc.uniqueArray(fc.integer({ min: 0, max: all.length - 1 }), { maxLength: 6 });
    fc.assert(
      fc.property(bad, fc.integer({ min: 0, max: 125 }), (harmed, seq) => {
        const lines = all.map((line, index) => (harmed.includes(index) ? damaged(line) : line));
        const source = createBufferSource(Buffer.concat(lines));
        const earlier = lines.findLastIndex((_line, index) => index + 1 < seq && !harmed.includes(index));
        expect(findOffset(source, seq)).toBe(Buffer.concat(lines.slice(0, earlier + 1)).length);
      }),
      { numRuns: 50 },
    );
  });
});
