import { describe, expect, it } from 'vitest';
import { findTypes } from './palette-types';

describe('searching the palette', () => {
  it('finds a type by its label or by what it is for', () => {
    expect(findTypes('atom').map(({ type }) => type)).toEqual(['atomic']);
    expect(findTypes(' BASH ').map(({ type }) => type)).toEqual(['script']);
    expect(findTypes('')).toHaveLength(2);
    expect(findTypes('loop')).toEqual([]);
  });
});
