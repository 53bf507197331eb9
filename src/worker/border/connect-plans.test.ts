import { expect, it, onTestFinished } from 'vitest';
import type { EarlierRun } from '@/plan/forecast/forecast';
import type { Plan } from '@/plan/plan';
import { emptyPlan } from '@/storage/samples.testing';
import { connectPlans, servePlans } from './connect-plans';
import type { EngineForPlans } from './engine-api';

const noAnswer = () => Promise.reject(new Error('Not asked here.'));

/** An engine at the other end of a port, with the plans that it was given. */
function connectEngine(earlier: () => readonly EarlierRun[]) {
  const plans: (Plan | undefined)[] = [];
  const engine: EngineForPlans = {
    start: async ({ plan }) => `run ${plans.push(plan)}`,
    fork: async ({ plan }) => `fork ${plans.push(plan)}`,
    prepare: async (plan) => void plans.push(plan),
    earlierRuns: async () => earlier(),
    runsBefore: async () => [],
    textNames: noAnswer,
    fillText: noAnswer,
    tryExpression: noAnswer,
    inspectFiles: noAnswer,
  };
  const { port1: near, port2: far } = new MessageChannel();
  onTestFinished(() => near.close());
  servePlans(engine, near);
  return { plans, connected: connectPlans(far) };
}

const named = (name: string): Plan => ({ ...emptyPlan, name });

it('sends a plan once, however often it is prepared, started and forked with', async () => {
  const { plans, connected } = connectEngine(() => []);
  const [one, other] = [named('one'), named('other')];
  await connected.prepare();
  await connected.prepare(one);
  await connected.start({ workflowId: 'w1', plan: one });
  await connected.fork({ executionId: 'e1', plan: one });
  await connected.fork({ executionId: 'e1' });
  await connected.start({ workflowId: 'w1', plan: other });
  await connected.start({ workflowId: 'w1', plan: one });
  expect(plans).toEqual([undefined, one, one, one, undefined, other, one]);
  const [, prepared, started, forked, , , again] = plans;
  expect([started === prepared, forked === prepared, again === prepared]).toEqual([true, true, false]);
});

it('gives an earlier run the plan that was sent, if it ran with that, although another was sent meanwhile', async () => {
  let sent: Plan | undefined;
  const [one, other] = [named('one'), named('other')];
  const { plans, connected } = connectEngine(() => [
    { id: 'e1', plan: sent ?? emptyPlan, tasks: new Map() },
    { id: 'e0', plan: other, tasks: new Map() },
  ]);
  await connected.prepare(one);
  sent = plans[0];
  const asked = connected.earlierRuns('e1');
  await connected.prepare(other);
  const [newest, oldest] = await asked;
  expect(newest?.plan).toBe(one);
  expect(oldest?.plan).toEqual(other);
});
