import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyTextEdits } from '@/workflow/change';
import { computeLineEdits } from './line-edits';

describe('lineEdits', () => {
  it('makes the one text of the other, whatever they are', () => {
    const text = fc
      .array(fc.constantFrom('a: 1', 'b: 2', '', '  c: 3', 'longer line'), { maxLength: 12 })
      .map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(applyTextEdits(before, computeLineEdits(before, after))).toBe(after);
      }),
    );
  });

  it('leaves what lies between two changes alone', () => {
    const before = 'tasks:\n  a: {}\n  keep: {}\n  also: {}\nlayout:\n  a: [0, 0]\n';
    const after = 'tasks:\n  b: {}\n  keep: {}\n  also: {}\nlayout:\n  b: [0, 0]\n';
    expect(computeLineEdits(before, after)).toEqual([
      { at: before.indexOf('a: {}'), removed: 'a', inserted: 'b' },
      { at: before.lastIndexOf('a: ['), removed: 'a', inserted: 'b' },
    ]);
  });

  it('gives none for equal texts', () => {
    expect(computeLineEdits('same\n', 'same\n')).toEqual([]);
  });
});
