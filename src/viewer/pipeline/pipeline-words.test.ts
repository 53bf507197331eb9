import { describe, expect, it } from 'vitest';
import { buildMarginBars, formatShare } from './pipeline-words';

describe('how fast and how far a pipeline is', () => {
  it('is told in figures of use', () => {
    expect([formatShare(999_999, 1_000_000), formatShare(3, 3), formatShare(0, 0)]).toEqual(['99.9 %', '100.0 %', '']);
  });
});

describe('the votes by margin', () => {
  it('begin with the closest, and the many far ahead are one', () => {
    expect(
      buildMarginBars(
        new Map([
          [3, 9],
          [1, 2],
        ]),
      ),
    ).toEqual([
      { label: 'by 1', count: 2 },
      { label: 'by 3', count: 9 },
    ]);
    const many = buildMarginBars(new Map(Array.from({ length: 20 }, (_, n) => [n + 1, 1])));
    expect(many).toHaveLength(8);
    expect(many.at(-1)).toEqual({ label: 'by 8 or more', count: 13 });
  });
});
