import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { samples } from './samples.testing';

beforeEach(() => {
  for (const name of ['SOAK', 'SAMPLES', 'TRIED']) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

it('tries few samples where a person waits, more in the soak, all on demand, or as many as somebody says', () => {
  const tried = () => [samples('TRIED', 20, 1000), samples('TRIED', 20, 40)];
  expect(tried()).toEqual([20, 20]);
  vi.stubEnv('SOAK', '1');
  expect(tried()).toEqual([300, 20]);
  vi.stubEnv('SAMPLES', '1');
  expect(tried()).toEqual([1000, 40]);
  vi.stubEnv('SOAK', undefined);
  expect(tried()).toEqual([1000, 40]);
  vi.stubEnv('TRIED', '7');
  expect(tried()).toEqual([7, 7]);
});
