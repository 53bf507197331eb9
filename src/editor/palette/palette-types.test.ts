import { describe, expect, it } from 'vitest';
import { taskTypes } from '@/workflow/tasks';
import { findTypes, paletteTypes } from './palette-types';

const found = (text: string) => findTypes(text);

describe('searching the palette', () => {
  it('finds a type by its label or by what it is for', () => {
    expect(found('atom')).toEqual(['atomic']);
    expect(found(' BASH ')).toEqual(['script']);
    expect(found('loop')).toEqual(['director_evaluator']);
    expect(found('items')).toEqual(['map', 'reduce']);
    expect(found('nothing')).toEqual([]);
  });

  it('finds every type by the name that it has in a file', () => {
    for (const type of taskTypes) expect(found(type.split('_')[0] ?? '')).toContain(type);
  });
});

describe('the palette', () => {
  it('offers every type once', () => {
    expect([...paletteTypes].sort()).toEqual([...taskTypes].sort());
    expect(findTypes('')).toBe(paletteTypes);
  });
});
