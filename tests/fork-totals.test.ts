import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { openRecording } from '@/engine/log/recording';
import type { World } from '@/engine/testing/world.testing';
import { planOf } from '@/plan/plan.testing';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import { randomWorkflow } from './random-workflow.testing';
import { createRandomWorld } from './random-world.testing';

const runs = { numRuns: samples('FORK_TOTALS', 40, 250) };
const agents = { one: {}, two: {} };

/** What a run says of the calls it made itself, and of those that it took over. */
function figuresOf({ log }: World) {
  const { totals, takenOver, byTask, byModel } = reduceRun(emptyRun, log.events);
  return { own: totals, taken: takenOver, byTask: [...byTask.values()], byModel: [...byModel.values()] };
}

/** The replies that the server of a run gave: failures on the way to it are no calls. */
const served = ({ log }: World) =>
  log.events.filter(({ kind, taken }) => kind === 'model.replied' && taken === undefined).length;

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe('the totals of a tree of forks', () => {
  it('are what the server counted: each call is paid for by one run, and told as taken over by the others', async () => {
    const workflow = fc.record({
      seed: fc.integer(),
      size: fc.integer({ min: 1, max: 5 }),
      depth: fc.integer({ min: 0, max: 2 }),
    });
    // Each fork: of which of the runs before it, and at which part of its events.
    const fork = fc.record({ of: fc.nat(), share: fc.integer({ min: 0, max: 100 }) });
    await fc.assert(
      fc.asyncProperty(
        workflow,
        fc.array(fork, { minLength: 1, maxLength: 4 }),
        fc.integer(),
        async ({ seed, size, depth }, forks, order) => {
          const plan = planOf(randomWorkflow(seed, size, depth), { agents });
          const first = createRandomWorld(order);
          await first.run(plan);
          const tree: World[] = [first];
          for (const { of, share } of forks) {
            const source = tree[of % tree.length] as World;
            const { events } = source.log;
            const blob = (ref: string) => source.deps.blobs.get('run1', ref);
            const upTo = Math.floor((share / 100) * events.length);
            const recording = await openRecording({ find: (query) => source.log.find('run1', query), blob }, upTo);
            const world = createRandomWorld(order);
            await world.run(plan, recording);
            tree.push(world);
          }
          for (const world of tree) {
            const { own, taken, byTask, byModel } = figuresOf(world);
            const replies = world.log.events.filter(({ kind }) => kind === 'model.replied');
            expect(own.calls).toBe(served(world));
            expect(own.calls + taken.calls).toBe(replies.length);
            expect(sum(byTask.map(({ calls }) => calls))).toBe(own.calls);
            expect(sum(byModel.map(({ calls }) => calls))).toBe(own.calls);
          }
          // No call is in the totals of two runs: the tree took what its servers answered.
          const asked = tree.map(({ models }) => models.requests.length);
          const own = tree.map((world) => figuresOf(world).own.calls);
          for (const [index, calls] of own.entries()) expect(calls).toBeLessThanOrEqual(asked[index] ?? 0);
          const tokens = tree.map((world) => {
            const paid = world.log.events.flatMap((event) =>
              event.kind === 'model.replied' && event.taken === undefined ? [event.data.usage.inputTokens] : [],
            );
            return [sum(paid), figuresOf(world).own.inputTokens];
          });
          for (const [paid, told] of tokens) expect(told).toBe(paid);
        },
      ),
      runs,
    );
  });
});
