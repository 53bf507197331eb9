import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { replayRun } from '@/engine/replay/replay-run';
import { createMemoryBlobs, createMemoryEvents } from '@/engine/testing/memory-stores.testing';
import { planOf } from '@/plan/plan.testing';
import { randomWorkflow } from './random-workflow.testing';
import { createRandomWorld } from './random-world.testing';

const flows = fc.record({
  seed: fc.integer(),
  size: fc.integer({ min: 1, max: 4 }),
  depth: fc.integer({ min: 0, max: 3 }),
  order: fc.integer(),
  share: fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
});
/** Items that go on side by side: one failed before the others were read again; they ended in another order. */
const failedSideBySide = { seed: -1898893843, size: 1, depth: 3, order: 1511418830, share: 0.865 };
const endedSideBySide = { seed: 2147483641, size: 2, depth: 3, order: -1312100086, share: 0.649 };
/** Of two items that tried again at the same time one failed; the other was cancelled before its try had begun. */
const cancelledAsItBegan = { seed: -1496316341, size: 1, depth: 3, order: 0, share: 0 };
/** Their prompts include the outputs of the others in the same container. */
const agents = { one: {}, two: {} };
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a replay of a random workflow of tasks in tasks', () => {
  it('comes out the same, as far as its log goes, also where the run was taken up again', async () => {
    await fc.assert(
      fc.asyncProperty(flows, async ({ seed, size, depth, order, share }) => {
        const plan = planOf(randomWorkflow(seed, size, depth), { agents });
        const whole = createRandomWorld(order);
        await whole.run(plan);
        const { blobs } = whole.deps;
        const log = whole.log.events.slice(0, Math.floor(share * whole.log.events.length));
        const again = createRandomWorld(order, { log, blobs });
        await again.run(plan);
        for (const events of [whole.log.events, log, again.log.events]) {
          const report = await replayRun({
            executionId: 'run1',
            plan,
            events: createMemoryEvents(events),
            blobs,
            scratch: createMemoryBlobs(),
            world: whole.deps,
            settle,
          });
          expect(report).toMatchObject({ upTo: events.length, difference: undefined });
        }
      }),
      {
        numRuns: samples('REPLAY_RUNS', 20, 60),
        examples: [[failedSideBySide], [endedSideBySide], [cancelledAsItBegan]],
      },
    );
  });
});
