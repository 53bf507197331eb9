import { expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { createWorld } from '../testing/world.testing';

const price = { inputPerMillion: 100, outputPerMillion: 0, cacheReadPerMillion: 10, cacheWritePerMillion: 200 };

it('prices what was read and written as such, and tells what that saved, or cost', async () => {
  const cached = [
    { inputTokens: 1000, cachedTokens: 0, cacheWriteTokens: 800 },
    { inputTokens: 1000, cachedTokens: 800 },
    { inputTokens: 1000 },
  ];
  const world = createWorld({ facts: () => ({ price }), answer: () => ({ content: 'ok', ...cached.shift() }) });
  await world.run(planOf({ t: { loop: { type: 'repeat', count: 3 } } }));
  const usages = world.emitted.flatMap((event) => (event.kind === 'model.replied' ? [event.data.usage] : []));
  expect(usages.map(({ costUsd }) => costUsd)).toEqual([0.18, 0.028, 0.1]);
  expect(usages.map(({ cacheSavedUsd }) => cacheSavedUsd)).toEqual([
    expect.closeTo(-0.08, 9),
    expect.closeTo(0.072, 9),
    undefined,
  ]);
});

it('sets aside in a budget what writing all into a cache would cost', async () => {
  const world = createWorld({ facts: () => ({ price, maxOutput: 1 }), answer: () => 'ok' });
  const description = 'word '.repeat(800);
  // A thousand tokens cost $0.10 new and $0.20 written.
  expect(await world.run(planOf({ t: { description } }, { limits: { maxTotalCostUsd: 0.15 } }))).toBe('failed');
  expect(world.models.requests).toEqual([]);
  const enough = createWorld({ facts: () => ({ price, maxOutput: 1 }), answer: () => 'ok' });
  expect(await enough.run(planOf({ t: { description } }, { limits: { maxTotalCostUsd: 0.25 } }))).toBe('completed');
});

it('is asked of what is sent again: rounds, items, steps and samples, and turns with tools; by one key each', async () => {
  const cachingOf = async (task: object, settings: object = {}) => {
    const world = createWorld({ answer: () => 'ok' });
    await world.run(planOf({ t: task }, settings));
    return world.models.requests.map(({ caching }) => caching);
  };
  const [once] = await cachingOf({});
  expect(once).toMatchObject({ start: false, turns: false });
  expect((await cachingOf({ tools: ['note'] }))[0]).toMatchObject({ start: true, turns: true });
  for (const task of [
    { loop: { type: 'repeat', count: 2 } },
    { voting: { k: 2 } },
    { type: 'pipeline', plan: ['one', 'two'], state: '' },
    { type: 'map', items: [1, 2], innerTask: { type: 'atomic', description: 'Do {{item}}' } },
  ]) {
    const all = await cachingOf(task);
    expect(all).toHaveLength(2);
    for (const one of all) expect(one).toMatchObject({ start: true, turns: false });
    expect(new Set(all.map((one) => one?.key)).size).toBe(1);
  }
  expect((await cachingOf({}, { name: 'Other' }))[0]?.key).not.toBe(once?.key);
  expect(await cachingOf({ cache: 'off' })).toEqual([undefined]);
});
