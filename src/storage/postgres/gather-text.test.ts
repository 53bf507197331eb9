import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { StreamDelta } from '@/run/runner';
import { cutText, TextGatherer } from './gather-text';

const of = { executionId: 'r1', path: 'task/a/attempt/1/turn/1', call: 'c1' };

it('joins what belongs to one text, and keeps apart what does not', () => {
  const waiting = new TextGatherer();
  const other = { ...of, call: 'c2' };
  for (const text of ['Once ', 'upon ']) waiting.add({ ...of, text });
  waiting.add({ ...of, text: 'Hm.', isReasoning: true });
  waiting.add({ ...other, text: 'Anew' });
  waiting.add({ ...of, text: 'a time' });
  expect(waiting.isEmpty).toBe(false);
  expect(waiting.take(7000)).toEqual([
    [
      ['r1', of.path, 'c1', false, 'Once upon a time'],
      ['r1', of.path, 'c1', true, 'Hm.'],
      ['r1', of.path, 'c2', false, 'Anew'],
    ],
  ]);
  expect([waiting.isEmpty, waiting.take(7000)]).toEqual([true, []]);
});

it('every notification fits, and together they are the whole text', () => {
  const text = fc.string({ unit: 'binary', maxLength: 120 });
  const deltas = fc.array(fc.record({ run: fc.constantFrom('r1', 'r2'), text }), { maxLength: 8 });
  fc.assert(
    fc.property(deltas, fc.integer({ min: 150, max: 500 }), (all, bytes) => {
      const waiting = new TextGatherer();
      for (const { run, text } of all) waiting.add({ ...of, executionId: run, text });
      const notices = waiting.take(bytes);
      const lengths = notices.map((entries) => Buffer.byteLength(JSON.stringify(entries)));
      expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(bytes + 1);
      expect(notices.every(({ length }) => length > 0)).toBe(true);
      for (const run of ['r1', 'r2']) {
        const told = notices.flat().filter(([id]) => id === run);
        const said = all.filter((one) => one.run === run);
        expect(told.map((entry) => entry[4]).join('')).toBe(said.map((one) => one.text).join(''));
      }
    }),
  );
});

it('cuts no character in two', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.integer({ min: 12, max: 60 }), (text, bytes) => {
      const pieces = cutText(text, bytes);
      expect(pieces.join('')).toBe(text);
      expect(Math.max(0, ...pieces.map((piece) => Buffer.byteLength(JSON.stringify(piece)) - 2))).toBeLessThanOrEqual(
        bytes,
      );
      // Half a character cannot be encoded.
      expect(pieces.map(encodeURIComponent)).toHaveLength(pieces.length);
    }),
  );
});

it('what is too much is dropped, and what could never be sent', () => {
  const waiting = new TextGatherer();
  const say = (delta: Partial<StreamDelta>) => waiting.add({ ...of, text: 'x'.repeat(1000), ...delta });
  for (let left = 1000; left > 0; left -= 1) say({});
  const length = () =>
    waiting
      .take(7000)
      .flat()
      .reduce((sum, [, , , , text]) => sum + text.length, 0);
  expect(length()).toBe(65_000);
  say({ path: 'p'.repeat(9000) });
  expect(length()).toBe(0);
});
