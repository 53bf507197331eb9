import { describe, expect, it } from 'vitest';
import { computeOutputCap } from './output-cap';

describe('the most tokens of a reply', () => {
  it.each([
    ['are those that are written', 500, {}, 500],
    ['are those that are written, however small the window', 500, { window: 600 }, 500],
    ['are half of the window where what is written fills it', 8192, { window: 4096 }, 2048],
    ['are half of the window where the model could fill it alone', 9000, { window: 4096, maxOutput: 4096 }, 2048],
    ['are never more than the model can give', 500, { maxOutput: 300 }, 300],
    ['are what the model can give where none are written', 0, { maxOutput: 8192 }, 8192],
    ['are at most 32,768 where none are written', 0, { maxOutput: 128_000, window: 1_000_000 }, 32_768],
    [
      'leave half of the window for the question where none are written',
      0,
      { maxOutput: 32_000, window: 32_000 },
      16_000,
    ],
    ['are 4,096 where nothing is known', 0, {}, 4096],
    ['are at least one', 0, { window: 1 }, 1],
  ])('%s', (_what, limit, room, most) => {
    expect(computeOutputCap(limit, room)).toBe(most);
  });
});
