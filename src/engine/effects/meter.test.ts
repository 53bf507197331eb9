import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Usage } from '@/run/event-data';
import { Meter } from './meter';

const used = (inputTokens: number, outputTokens: number, costUsd: number | null): Usage => ({
  inputTokens,
  outputTokens,
  cachedTokens: 0,
  costUsd,
  estimated: false,
});
const budgetOf = (maxTotalTokens: number, maxTotalCostUsd: number) => ({ maxTotalTokens, maxTotalCostUsd });

it('an expense is covered up to the limit, and what is reserved counts like what is spent', () => {
  for (const [resource, meter, whole, part] of [
    [
      'tokens',
      new Meter('task/a', undefined, budgetOf(100, 0)),
      { tokens: 100, costUsd: 9 },
      { tokens: 1, costUsd: 9 },
    ],
    ['cost', new Meter('task/a', undefined, budgetOf(0, 4)), { tokens: 900, costUsd: 4 }, { tokens: 9, costUsd: 0.5 }],
  ] as const) {
    const [limit, needed] = resource === 'tokens' ? [100, 1] : [4, 0.5];
    expect(meter.allows(whole)).toBe(true);
    expect(meter.reserve(whole)).toBeUndefined();
    expect(meter.allows(part)).toBe(false);
    expect(meter.reserve(part)).toEqual({ meter, resource, used: limit, limit, needed });
    meter.raise(resource, limit + needed);
    expect(meter.reserve(part)).toBeUndefined();
    meter.release(whole);
    meter.release(part);
    meter.add(used(60, 41, 4.5));
    expect(meter.reserve(part)).toMatchObject({ used: resource === 'tokens' ? 101 : 4.5 });
  }
});

it('a call of unknown cost hides none of the others', () => {
  const meter = new Meter('task/a', undefined, budgetOf(0, 1));
  meter.add(used(1, 1, 0.75));
  meter.add(used(1, 1, null));
  expect(meter.usage).toMatchObject({ inputTokens: 2, outputTokens: 2, costUsd: null });
  expect(meter.allows({ tokens: 0, costUsd: 0.25 })).toBe(true);
  expect(meter.allows({ tokens: 0, costUsd: 0.5 })).toBe(false);
});

it('has a budget, or one in US dollars, where it or what contains it has', () => {
  const chain = (...limits: readonly (readonly [number, number] | undefined)[]) =>
    limits.reduce<Meter | undefined>((outer, one) => new Meter('x', outer, one && budgetOf(...one)), undefined);
  for (const [limits, hasBudget, limitsCost] of [
    [[undefined, undefined], false, false],
    [[[0, 0], undefined], false, false],
    [[[5, 0], undefined, undefined], true, false],
    [[[0, 0.5], undefined], true, true],
    [
      [
        [0, 0.5],
        [5, 0],
      ],
      true,
      true,
    ],
    [
      [
        [5, 0],
        [0, 0.5],
      ],
      true,
      true,
    ],
  ] as const) {
    expect(chain(...limits)).toMatchObject({ hasBudget, limitsCost });
  }
  expect(chain(undefined)?.usage).toBeNull();
});

it('holds the budgets of all that contains it, as a sum of what each spent and reserved would', () => {
  /** Three meters, each in the one before. */
  const step = fc.record({
    act: fc.constantFrom('reserve', 'release', 'add', 'raise'),
    at: fc.nat(2),
    tokens: fc.nat(40),
    costUsd: fc.nat(40),
  });
  const limit = fc.tuple(fc.constantFrom<number>(0, 60, 100), fc.constantFrom<number>(0, 60, 100));
  fc.assert(
    fc.property(fc.array(limit, { minLength: 3, maxLength: 3 }), fc.array(step, { maxLength: 25 }), (limits, steps) => {
      const meters: Meter[] = [];
      for (const [tokens, cost] of limits) meters.push(new Meter('', meters.at(-1), budgetOf(tokens, cost)));
      const most = limits.map(([tokens, cost]) => ({ tokens, cost }));
      const spent = [0, 1, 2].map(() => ({ tokens: 0, cost: 0 }));
      const open: { readonly at: number; readonly tokens: number; readonly costUsd: number }[] = [];
      /** The first, from the inside, that would be more than its limit. */
      const short = (at: number, tokens: number, cost: number) => {
        for (let index = at; index >= 0; index -= 1) {
          const [has, now] = [most[index], { ...spent[index] }];
          for (const one of open) {
            if (one.at < index) continue;
            now.tokens = (now.tokens ?? 0) + one.tokens;
            now.cost = (now.cost ?? 0) + one.costUsd;
          }
          const need = { tokens, cost };
          for (const resource of ['tokens', 'cost'] as const) {
            const [limitOf, usedOf] = [has?.[resource] ?? 0, now[resource] ?? 0];
            if (limitOf > 0 && usedOf + need[resource] > limitOf) {
              return { meter: meters[index], resource, used: usedOf, limit: limitOf, needed: need[resource] };
            }
          }
        }
        return undefined;
      };
      for (const { act, at, tokens, costUsd } of steps) {
        const meter = meters[at];
        if (act === 'reserve') {
          const expected = short(at, tokens, costUsd);
          expect(meter?.allows({ tokens, costUsd })).toBe(expected === undefined);
          const actual = meter?.reserve({ tokens, costUsd });
          expect(actual).toEqual(expected);
          expect(actual?.meter).toBe(expected?.meter);
          if (expected === undefined) open.push({ at, tokens, costUsd });
        } else if (act === 'release') {
          const one = open.shift();
          if (one !== undefined) meters[one.at]?.release(one);
        } else if (act === 'add') {
          meter?.add(used(tokens, 1, costUsd));
          for (const sum of spent.slice(0, at + 1))
            Object.assign(sum, { tokens: sum.tokens + tokens + 1, cost: sum.cost + costUsd });
        } else if ((most[at]?.tokens ?? 0) + (most[at]?.cost ?? 0) > 0) {
          const resource = tokens % 2 === 0 ? 'tokens' : 'cost';
          meter?.raise(resource, 60 + tokens);
          const own = most[at];
          if (own !== undefined) own[resource] = 60 + tokens;
        }
      }
    }),
    { numRuns: 100, endOnFailure: true },
  );
});
