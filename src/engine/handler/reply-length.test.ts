import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { kinds } from '../testing/nested.testing';
import { createWorld, type World } from '../testing/world.testing';

const caps = ({ models }: World) => models.requests.map(({ maxOutputTokens }) => maxOutputTokens);
/** Models with a limit on reply tokens, at $1 for a million tokens of input and $2 of output. */
const giving = (maxOutput: number) => ({
  facts: () => ({ maxOutput, price: { inputPerMillion: 1, outputPerMillion: 2 } }),
});
const pipeline = { type: 'pipeline', plan: ['one', 'two'], state: '' };

describe('a task without max_output_tokens', () => {
  it('lets its model give what it can, in a conversation and in a pipeline', async () => {
    const world = createWorld({ ...giving(16_000) });
    expect(await world.run(planOf({ a: {}, p: pipeline }))).toBe('completed');
    expect(caps(world)).toEqual([16_000, 16_000, 16_000]);
  });

  it('leaves room for that in the window', async () => {
    const a = { description: 'word '.repeat(12_000) };
    const world = createWorld({ ...giving(16_000), windowTokens: 32_000 });
    expect(await world.run(planOf({ a }))).toBe('completed');
    expect(kinds(world.log.events, 'model.requested')[0]?.data).toMatchObject({
      window: { size: 32_000, usable: 16_000, reserve: 16_000 },
    });
    const more = createWorld({ ...giving(16_000), windowTokens: 32_000 });
    expect(await more.run(planOf({ a: { description: 'word '.repeat(13_000) } }))).toBe('failed');
  });

  it('says of a reply that was cut off how long it was', async () => {
    const cut = { content: 'Half', finishReason: 'length', outputTokens: 16_000 } as const;
    for (const task of [{}, pipeline]) {
      const world = createWorld({ ...giving(16_000), answer: () => cut });
      expect(await world.run(planOf({ a: task }))).toBe('failed');
      expect(kinds(world.log.events, 'task.failed')[0]?.error).toMatchObject({
        message: expect.stringContaining('cut off at 16000 tokens'),
        details: { resource: 'output', used: 16_000, limit: 16_000 },
      });
    }
  });
});

describe('a budget that does not allow the longest reply', () => {
  it('shortens it, as far as 4,096 tokens, and then asks', async () => {
    const world = createWorld({ ...giving(32_000) });
    expect(
      await world.run(planOf({ a: {}, p: pipeline }, { limits: { maxTotalTokens: 20_000 }, maxConcurrency: 1 })),
    ).toBe('completed');
    expect(caps(world)).toEqual([16_000, 16_000, 16_000]);
    const tight = createWorld({ ...giving(32_000) });
    expect(await tight.run(planOf({ a: {} }, { limits: { maxTotalCostUsd: 0.01 } }))).toBe('completed');
    expect(caps(tight)).toEqual([4096]);
    const none = createWorld({ ...giving(32_000) });
    expect(await none.run(planOf({ a: {} }, { limits: { maxTotalTokens: 4000 } }))).toBe('failed');
    expect(caps(none)).toEqual([]);
  });

  it('never shortens what is written', async () => {
    const world = createWorld({ ...giving(32_000) });
    expect(
      await world.run(planOf({ a: { limits: { maxOutputTokens: 6000 } } }, { limits: { maxTotalTokens: 5000 } })),
    ).toBe('failed');
    expect(caps(world)).toEqual([]);
  });
});
