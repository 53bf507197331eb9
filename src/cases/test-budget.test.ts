import { expect, it } from 'vitest';
import type { ModelReply } from '@/engine/ports/model-client';
import { createTestBudget } from './test-budget';

const reply: ModelReply = { content: '', finishReason: 'stop', inputTokens: 1, outputTokens: 1, cachedTokens: 0 };

it('holds back what calls in flight may cost, and pauses when no more fits', async () => {
  const budget = createTestBudget(1.05);
  let inFlight = 0;
  let most = 0;
  let made = 0;
  const spend = () =>
    budget.spend(
      0.4,
      {},
      async () => {
        made += 1;
        inFlight += 1;
        most = Math.max(most, inFlight);
        await Promise.resolve();
        inFlight -= 1;
        return reply;
      },
      () => 0.3,
    );
  const ended = await Promise.allSettled(Array.from({ length: 6 }, spend));
  expect([made, most, budget.isPaused]).toEqual([3, 2, true]);
  expect(budget.spent).toBeCloseTo(0.9);
  expect(ended.filter(({ status }) => status === 'rejected')).toHaveLength(3);
});
