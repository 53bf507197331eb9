import { describe, expect, it } from 'vitest';
import { stepOf } from './step-of';

describe('walking in a list', () => {
  it('goes row by row and stops at the ends', () => {
    expect(stepOf('ArrowDown', 0, 3)).toBe(1);
    expect(stepOf('ArrowDown', 2, 3)).toBe(2);
    expect(stepOf('ArrowUp', 0, 3)).toBe(0);
    expect(stepOf('End', 0, 3)).toBe(2);
  });

  it('begins at the first or last row when none is selected', () => {
    expect(stepOf('ArrowDown', -1, 3)).toBe(0);
    expect(stepOf('ArrowUp', -1, 3)).toBe(2);
    expect(stepOf('PageUp', -1, 30)).toBe(20);
  });

  it('leaves other keys alone', () => {
    expect(stepOf('x', 0, 3)).toBeUndefined();
  });
});
