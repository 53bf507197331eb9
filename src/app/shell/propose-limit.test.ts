import { expect, it } from 'vitest';
import { proposeLimit } from './propose-limit';

it.each([
  [{ resource: 'cost', used: 1.99, limit: 2, needed: 0.1 }, 4],
  [{ resource: 'cost', used: 0.29, limit: 0.1, needed: 0 }, 0.44],
  [{ resource: 'tokens', used: 900, limit: 1000, needed: 300 }, 2000],
  [{ resource: 'tokens', used: 0, limit: 30, needed: 4103 }, 4200],
  [{ resource: 'tokens', used: 5001, limit: 1000, needed: 10 }, 7600],
] as const)('of a budget of %j proposes %d', (budget, limit) => {
  expect(proposeLimit(budget)).toBe(limit);
});
