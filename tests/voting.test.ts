import { afterAll, describe, expect, it } from 'vitest';
import { createDice } from '@/base/dice';
import type { ModelClient } from '@/engine/ports/model-client';
import { runPlan } from '@/engine/run-plan';
import { createWorld } from '@/engine/testing/world.testing';
import { castVotes } from '@/engine/voting/cast-votes';
import { planOf } from '@/plan/plan.testing';

/**
 * Voting against the arithmetic of the paper that it comes from (Meyerson et al. 2025, arXiv 2511.09030): where samples
 * are independent, right with probability p and else one fixed wrong answer, first to ahead by k decides wrongly with a
 * probability of at most 1 / (1 + (p / (1 - p))^k). All nine cases go through the code that takes and judges the
 * batches; one of them, shorter, through the whole engine as a pipeline, whose events would take minutes for all.
 */
const steps = 100_000;
const confidence = 0.999;
/** So many that no vote is abandoned: the formula has no bounds. */
const maxRetries = 1000;

const cases = [0.7, 0.8, 0.9].flatMap((p) => [1, 2, 3].map((k) => ({ p, k })));

const boundOf = (p: number, k: number) => 1 / (1 + (p / (1 - p)) ** k);

/** The least count that `n` draws of probability `p` stay at or under with a probability of at least `confidence`. */
function upperLimit(n: number, p: number): number {
  // The first terms are too small for a number, so each is computed from the logarithm of the previous one.
  let log = n * Math.log1p(-p);
  let sum = 0;
  for (let count = 0; count < n; count++) {
    sum += Math.exp(log);
    if (sum >= confidence) return count;
    log += Math.log((n - count) / (count + 1)) + Math.log(p / (1 - p));
  }
  return n;
}

/** A worker whose samples are right with probability p, in a reproducible sequence. */
function worker(p: number, seed: string) {
  const dice = createDice(seed);
  return () => (dice.next() < p ? 'right' : 'wrong');
}

/** Makes decisions; resolves to how many were wrong, and how many samples they took. */
async function decide(p: number, k: number, count: number) {
  const sample = worker(p, `${p} ${k}`);
  const { signal } = new AbortController();
  let wrong = 0;
  let samples = 0;
  for (let step = 0; step < count; step++) {
    const decision = await castVotes({ k, maxRetries }, signal, async () => {
      const answer = sample();
      return { answer, sample: answer };
    });
    if (decision.winner === 'wrong') wrong += 1;
    samples += decision.samples;
  }
  return { wrong, samples };
}

const reply = { finishReason: 'stop', inputTokens: 1, outputTokens: 1, cachedTokens: 0 } as const;

// It takes half a minute, and longer on a busy machine.
describe('voting with independent samples', { timeout: 180_000 }, () => {
  const table: string[] = ['p    k  wrong  expected at most  limit (99.9 %)  samples a step'];
  afterAll(() => process.stdout.write(`${table.join('\n')}\n`));

  it.each(cases)('decides wrongly no more often than the paper says, p = $p, k = $k', async ({ p, k }) => {
    const { wrong, samples } = await decide(p, k, steps);
    const bound = boundOf(p, k);
    const limit = upperLimit(steps, bound);
    const row = [p, `  ${k}`, String(wrong).padStart(7), (steps * bound).toFixed(1).padStart(17)];
    table.push([...row, String(limit).padStart(15), (samples / steps).toFixed(3).padStart(15)].join(' '));
    expect(wrong).toBeLessThan(limit);
    // The limit is not trivially met: a smaller k exceeds it.
    if (k > 1) expect(steps * boundOf(p, k - 1)).toBeGreaterThan(limit);
  });

  it('is as right in a pipeline, step by step', async () => {
    const [p, k, total] = [0.8, 2, 10_000];
    const sample = worker(p, 'pipeline');
    const models: ModelClient = {
      keyState: () => 'ready',
      whenReady: async () => {},
      generate: async () => ({ ...reply, content: sample() }),
    };
    const { deps, log } = createWorld();
    const voting = { k, maxRetries };
    const limits = { timeoutMs: 0 };
    const plan = planOf({ a: { type: 'pipeline', plan: { repeat: total, step: 'Go on' }, voting, limits } });
    const { signal } = new AbortController();
    const ids = { executionId: 'run1', workflowId: 'flow1' };
    await runPlan({ ...ids, plan, deps: { ...deps, models }, signal, onEvents: () => {}, onDelta: () => {} });
    const decided = log.events.filter(({ kind }) => kind === 'vote.decided');
    const wrong = decided.filter(({ result }) => result === 'wrong').length;
    expect(decided).toHaveLength(total);
    expect(wrong).toBeLessThan(upperLimit(total, boundOf(p, k)));
    expect(total * boundOf(p, k - 1)).toBeGreaterThan(upperLimit(total, boundOf(p, k)));
  });
});
