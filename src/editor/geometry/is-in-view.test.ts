import { expect, it } from 'vitest';
import { isInView } from './node-geometry';

it('is in view as long as a part of it is', () => {
  const box = { x: 100, y: 50, width: 200, height: 74 };
  const size = { width: 400, height: 300 };
  const at = (x: number, y: number, zoom = 1) => isInView(box, { x, y, zoom }, size);
  expect(at(0, 0)).toBe(true);
  expect(at(299, 0)).toBe(true);
  expect(at(300, 0)).toBe(false);
  expect(at(-300, 0)).toBe(false);
  expect(at(0, 250)).toBe(false);
  expect(at(0, -124)).toBe(false);
  expect(at(-300, 0, 2)).toBe(true);
});
