import { expect, it } from 'vitest';
import { hasTooManyMarks, hasTooManyNodes } from './limits';

it('takes texts of twenty thousand tasks, and refuses those of as many marks close together', () => {
  expect(hasTooManyMarks(500_000, 3_200_000)).toBe(false);
  expect(hasTooManyMarks(300_000, 300_000)).toBe(false);
  expect(hasTooManyMarks(300_001, 600_000)).toBe(true);
  expect(hasTooManyMarks(600_001, 5_000_000)).toBe(true);
  expect(hasTooManyNodes(230_000, 4_600_000)).toBe(false);
  expect(hasTooManyNodes(150_001, 1_000_000)).toBe(true);
  expect(hasTooManyNodes(300_001, 5_000_000)).toBe(true);
});
