import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
import { runPlan } from '@/engine/run-plan';
import { readScope } from '@/engine/scope/read-scope';
import { createWorld, type World } from '@/engine/testing/world.testing';
import { planOf } from '@/plan/plan.testing';
import { expressionNames } from '@/workflow/expressions/environment';
import { renderTemplate } from '@/workflow/expressions/template';
import { randomWorkflow } from './random-workflow.testing';
import { person } from './random-world.testing';

const agents = { one: {}, two: {} };

/** Long enough for all that is read from memory. */
const sleep = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
};

const sourceOf = ({ deps }: World, plan: ReturnType<typeof planOf>) => ({
  ...deps,
  clock: { now: deps.clock.now, sleep },
  executionId: 'run1',
  plan,
});

describe('the names that a task saw in a stored run', () => {
  it('are those of the run, for every task, item and round of random workflows', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.integer({ min: 1, max: 5 }), async (seed, size) => {
        const world = createWorld({
          answer: ({ messages }) => ({ content: `<${messages.at(-1)?.content.length}>` }),
          script: ({ content }) => ({ stdout: content }),
          person: ({ kind, text }) => JSON.stringify(kind === 'approval' ? { approve: true } : { word: person(text) }),
        });
        const plan = planOf(randomWorkflow(seed, size, 2), { agents });
        const seen = new Map<string, unknown>();
        const ran = runPlan({
          executionId: 'run1',
          workflowId: 'w',
          plan,
          deps: world.deps,
          signal: world.stop.signal,
          onEvents: () => {},
          onDelta: () => {},
          watch: {
            task: () => {},
            attempt: (base, attempt) => {
              if (!seen.has(base)) seen.set(base, structuredClone(expressionNames(attempt.environment)));
            },
          },
        });
        await world.clock.runUntil(ran);
        const before = world.log.events.length;
        for (const [path, names] of seen) {
          const scope = await readScope(sourceOf(world, plan), path);
          expect(scope && expressionNames(scope.own), path).toMatchObject(names as object);
        }
        expect(world.log.events).toHaveLength(before);
      }),
      // The example: a task of another branch that was skipped before the task began.
      { numRuns: samples('SCOPE_RUNS', 25, 300), examples: [[1835830842, 4]] },
    );
  });

  it('are, for a task that is new, what its siblings have given', async () => {
    const world = createWorld({ answer: () => 'three facts' });
    const plan = planOf({ facts: {} });
    await world.run(plan);
    const scope = await readScope(sourceOf(world, plan), 'task/fresh');
    expect(scope?.task).toBeUndefined();
    expect(scope && renderTemplate('{{facts}}', scope.outer)).toEqual({ ok: true, value: 'three facts' });
  });
});
