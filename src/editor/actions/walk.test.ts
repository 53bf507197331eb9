import { describe, expect, it } from 'vitest';
import type { Positions } from '../canvas/node-geometry';
import { firstTask, neighbour } from './walk';

const positions: Positions = new Map([
  ['b', [300, 0]],
  ['a', [0, 0]],
  ['below_b', [300, 120]],
  ['far', [900, 10]],
]);

describe('walking with the arrows', () => {
  it('goes to the nearest task in the direction', () => {
    expect(neighbour(positions, 'a', 'right')).toBe('b');
    expect(neighbour(positions, 'b', 'down')).toBe('below_b');
    expect(neighbour(positions, 'b', 'right')).toBe('far');
    expect(neighbour(positions, 'below_b', 'up')).toBe('b');
  });

  it('stays where nothing lies ahead', () => {
    expect(neighbour(positions, 'a', 'left')).toBeUndefined();
    expect(neighbour(positions, 'gone', 'left')).toBeUndefined();
  });

  it('begins at the left', () => {
    expect(firstTask(positions)).toBe('a');
    expect(firstTask(new Map())).toBeUndefined();
  });
});
