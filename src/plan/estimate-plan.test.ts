import { describe, expect, it } from 'vitest';
import { estimatePlan } from './estimate-plan';
import { planOf } from './plan.testing';
import type { PriceList, TokenCounter } from './ports';

/** A token a word; known for OpenAI only, as are prices ($1 in, $2 out for a million), and simulated ones are free. */
const tokens: TokenCounter = {
  count: (text, { provider }) => ({ tokens: text.split(/\s+/).length, exact: provider === 'openai' }),
};
const prices: PriceList = {
  asOf: '2026-11-01',
  priceOf: ({ provider }) =>
    provider === 'openai'
      ? { inputPerMillion: 1, outputPerMillion: 2 }
      : provider === 'sim'
        ? { inputPerMillion: 0, outputPerMillion: 0 }
        : undefined,
};
const estimate = (tasks: Readonly<Record<string, object>>, settings = {}) =>
  estimatePlan(planOf(tasks, { defaultModel: 'openai:gpt', ...settings }), tokens, prices);
const small = { limits: { maxOutputTokens: 100 } };

describe('an estimate', () => {
  it('counts a call between its prompt alone and the longest reply', () => {
    const { tasks, costUsd } = estimate({ a: { description: 'one two three', ...small } });
    expect(tasks['a']).toMatchObject({
      calls: { low: 1, high: 1 },
      inputTokens: { low: 3, high: 3 },
      outputTokens: { low: 0, high: 100 },
      exact: true,
    });
    expect(costUsd).toEqual({ low: 3e-6, high: 203e-6 });
  });

  it('shows what a call will be told, with placeholders, and adds what they may become', () => {
    const task = {
      description: 'On {{a.output.items[0].title}} and {{a.output.items[1].title}}',
      dependsOn: ['a'],
      injectContext: false,
      inputs: { n: { from: 'count' } },
    };
    const { tasks } = estimate({ a: { ...small, returns: { count: 'size(output)' } }, b: task });
    expect(tasks['b']?.prompt?.messages[0]?.content).toBe(
      '<inputs>\n  <n>‹output of count›</n>\n</inputs>\n\n' +
        'On ‹output of a.output.items[0].title› and ‹output of a.output.items[1].title›',
    );
    expect(tasks['b']?.prompt?.parts.map(({ from }) => from)).toContainEqual(['a']);
    const { low, high } = tasks['b']?.inputTokens ?? { low: 0, high: 0 };
    expect(high - low).toBeGreaterThanOrEqual(100);
  });

  it('takes a task under a condition, and what hangs on it alone, as perhaps not called', () => {
    const { tasks, calls } = estimate({
      a: {},
      maybe: { dependsOn: ['a'], condition: 'tasks.a.status == "COMPLETE"' },
      below: { dependsOn: ['maybe'] },
      join: { dependsOn: ['maybe', 'a'] },
      off: { disabled: true },
    });
    const called = (id: string) => tasks[id]?.calls;
    expect([called('a'), called('maybe'), called('below'), called('join'), called('off')]).toEqual([
      { low: 1, high: 1 },
      { low: 0, high: 1 },
      { low: 0, high: 1 },
      { low: 1, high: 1 },
      { low: 0, high: 0 },
    ]);
    expect(calls).toEqual({ low: 2, high: 4 });
  });

  it('says where a price is not known, and does not count it as nothing', () => {
    const { tasks, unpriced, costUsd } = estimate({
      a: { model: 'ollama:llama3' },
      b: { model: 'sim:echo' },
      c: { type: 'script' },
    });
    expect(tasks['a']?.costUsd).toBeNull();
    expect(tasks['a']?.exact).toBe(false);
    expect(tasks['b']?.costUsd).toEqual({ low: 0, high: 0 });
    expect(unpriced).toEqual(['ollama:llama3']);
    expect(costUsd).toEqual({ low: 0, high: 0 });
  });

  it('gives the waves and the longest path', () => {
    const { waves, longestPath } = estimate({ a: {}, b: { dependsOn: ['a'] }, c: {}, d: { dependsOn: ['c', 'b'] } });
    expect(waves).toEqual([['a', 'c'], ['b'], ['d']]);
    expect(longestPath).toEqual(['a', 'b', 'd']);
  });
});
