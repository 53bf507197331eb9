import { describe, expect, it } from 'vitest';
import { findStep } from './step-of';

describe('walking in a list', () => {
  it('goes row by row and stops at the ends', () => {
    expect(findStep('ArrowDown', 0, 3)).toBe(1);
    expect(findStep('ArrowDown', 2, 3)).toBe(2);
    expect(findStep('ArrowUp', 0, 3)).toBe(0);
    expect(findStep('End', 0, 3)).toBe(2);
  });

  it('begins at the first or last row when none is selected', () => {
    expect(findStep('ArrowDown', -1, 3)).toBe(0);
    expect(findStep('ArrowUp', -1, 3)).toBe(2);
    expect(findStep('PageUp', -1, 30)).toBe(20);
  });

  it('leaves other keys alone', () => {
    expect(findStep('x', 0, 3)).toBeUndefined();
  });
});
