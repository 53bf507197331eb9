import { expect, it } from 'vitest';
import type { EarlierRun } from '../forecast/forecast';
import { forecastPart } from '../forecast/forecast-part';
import type { Plan } from '../plan';
import { planOf } from '../plan.testing';
import { buildPartialPlan } from './partial-plan';
import type { RunTargets } from './run-targets';

const plan = planOf({
  a: { condition: 'false', output: 'a.md', outputSchema: { type: 'object' } },
  b: { dependsOn: ['a'], description: 'Use {{a}}' },
  c: { dependsOn: ['b'], description: 'Use {{b}}' },
});
const only = (task: string, samples?: RunTargets['samples']): RunTargets => ({
  kind: 'only',
  tasks: [{ task }],
  ...(samples === undefined ? {} : { samples }),
});
const taskOf = (of: Plan, id: string) => of.tasks.find((task) => task.id === id);
const ended = (id: string, of: Plan, ...tasks: readonly string[]): EarlierRun => ({
  id,
  plan: of,
  tasks: new Map(tasks.map((task) => [task, { status: 'completed', hasFailed: false, told: [] }])),
});

it('a sample is given by the task that it stands for, which asks nothing, needs nothing and saves nothing', () => {
  expect(() => buildPartialPlan(plan, only('b'), [])).toThrow(/^b needs what a gives/);
  const part = buildPartialPlan(plan, only('b', { a: '{"n": 1}' }), []);
  const { condition, output, ...a } = taskOf(part, 'a') ?? {};
  expect([condition, output]).toEqual([undefined, undefined]);
  expect(a).toMatchObject({ pinned: { content: '{"n": 1}' }, needs: [], outputSchema: { type: 'object' } });
  expect(taskOf(part, 'b')).toMatchObject({ needs: [0] });
  expect(part.part).toMatchObject({ left: ['c'], held: {} });
  expect(part.hash).not.toBe(buildPartialPlan(plan, only('b', { a: '{"n": 2}' }), []).hash);
  expect(forecastPart(plan, only('b', { a: '{}' }), [])).toMatchObject({ asked: 1, kept: 0 });
});

it('what a run has is taken before a sample, and a sample of an earlier run is no result', () => {
  const samples = { a: '{}' };
  const real = buildPartialPlan(plan, only('b', samples), [ended('r1', plan, 'a')]);
  expect(real.part?.held).toEqual({ a: 'r1' });
  expect(taskOf(real, 'a')?.pinned).toBeUndefined();

  const sampled = ended('r2', buildPartialPlan(plan, only('b', samples), []), 'a', 'b');
  expect(() => buildPartialPlan(plan, only('b'), [sampled])).toThrow(/^b needs what a gives/);
  expect(buildPartialPlan(plan, only('b'), [sampled, ended('r1', plan, 'a')]).part?.held).toEqual({ a: 'r1' });
});
