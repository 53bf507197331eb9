import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { type Plan, planVersion } from '@/plan/plan';
import { planMigrations } from './plan-migrations';
import { parsePlan } from './plan-schema';
import { emptyPlan } from './samples.testing';

const fixture = (version: number): unknown => JSON.parse(readFileSync(`tests/plans/plan-${version}.json`, 'utf8'));

/** A planned task of one type, as plain data. */
const task = (type: string, own: object = {}, id = 'a') => ({
  type,
  id,
  index: 0,
  needs: [],
  wave: 0,
  order: 0,
  label: id,
  disabled: false,
  inputs: {},
  inputTasks: [],
  variables: {},
  returns: {},
  reads: [],
  limits: { timeoutMs: 0, maxOutputTokens: 1, maxStdoutBytes: 10 },
  context: { mode: 'none', maxBytes: 1, maxTasks: 1 },
  retry: { maxRetries: 0 },
  ...own,
});
const model = { model: { provider: 'sim', model: 'a' } };
const leaf = task('atomic', { ...model, prompt: 'Do it.', tools: [] });
const planOf = (...tasks: object[]) => ({ ...emptyPlan, tasks });

describe('a plan from a store or a message', () => {
  it('may hold every type of task, within others', () => {
    const plan = planOf(
      task('script'),
      task('sequential', { steps: [leaf] }),
      task('map', { innerTask: task('group', { tasks: [leaf], completionMode: 'any' }) }),
      task('reduce', { innerTask: leaf, reductionTask: leaf }),
      task('cond', { cases: [{ test: 'true', task: leaf }], else: leaf }),
      task('director_evaluator', { director: leaf, evaluator: leaf }),
      task('pipeline', { ...model, steps: { list: ['one'] } }),
      task('call', { ref: 'x', args: {} }),
      task('associative_memory', { query: 'q' }),
      task('reparse', { ...model, originalPrompt: 'p' }),
      { ...leaf, inputTasks: [leaf], bestOf: { n: 2, evaluator: leaf } },
    );
    expect(parsePlan(structuredClone(plan))).toEqual(plan);
  });

  it.each([
    ['a part that is no task', planOf(task('sequential', { steps: [{ type: 'atomic' }] }))],
    ['a part of an unknown type', planOf(task('map', { innerTask: task('magic') }))],
    ['an input task that is none', planOf({ ...leaf, inputTasks: [1] })],
    ['a library that holds no tasks', { ...emptyPlan, library: { x: { parameters: [], task: {} } } }],
    ['a field that no plan has', { ...emptyPlan, extra: 1 }],
  ])('is refused with %s', (_what, plan) => {
    expect(() => parsePlan(plan)).toThrow();
  });

  it('is refused if it is nested beyond all sense, and not by running out of stack', () => {
    let nested = leaf;
    for (let depth = 0; depth < 100_000; depth++) nested = task('map', { innerTask: nested });
    expect(() => parsePlan(planOf(nested))).toThrow(/too deep/);
  });

  it('is refused if a newer Heddle made it', () => {
    expect(() => parsePlan({ ...emptyPlan, planVersion: planVersion + 1 })).toThrow(AppError);
  });

  it.each(planMigrations.map(({ to }) => to - 1))('of version %i is brought to the form of today', (version) => {
    const old = fixture(version) as Plan;
    const plan = parsePlan(old);
    expect(plan).toMatchObject({ planVersion, hash: old.hash, tasks: old.tasks.map(kept) });
    const reads = plan.tasks.map((task) => [typeof task.order, task.reads]);
    expect(reads).toEqual(old.tasks.map((task) => ['number', task.reads ?? []]));
  });

  it('of version 1 has its tasks in their order, and nothing in them', () => {
    const { tasks } = parsePlan(fixture(1));
    expect(tasks.map(({ order, inputTasks }) => [order, inputTasks])).toEqual(tasks.map((_, n) => [n, []]));
  });

  it('of version 2 has bounds at every depth, and is told direct dependencies only, as it was', () => {
    const { tasks, library, keepsHistory, pruneHooks } = parsePlan(fixture(2));
    expect([keepsHistory, pruneHooks]).toEqual([false, []]);
    const everyTask = withParts([...tasks, ...Object.values(library).map(({ task }) => task)]);
    expect(everyTask.length).toBeGreaterThan(14);
    for (const { limits, context } of everyTask) {
      expect(limits).toMatchObject({ truncationStrategy: 'tail', maxContextTasks: 10, maxStoredBytes: 104_857_600 });
      expect(context).toMatchObject({ minRelevance: 1, maxBytes: limits.maxContextBytes, includeTasks: [] });
    }
    const modes = Object.fromEntries(tasks.map(({ id, context }) => [id, context.mode]));
    expect(modes).toMatchObject({ collect: 'automatic', review: 'none' });
    expect(library['tidy']?.task.context.mode).toBe('none');
  });

  it('of version 4 keeps the tokens that it allows a reply, and asks beside tasks what its runs have asked', () => {
    const { tasks, limits, statesSchemas } = parsePlan(fixture(4));
    const all = [limits, ...withParts(tasks).map((task) => task.limits)];
    expect(all.length).toBeGreaterThan(14);
    expect(new Set(all.map(({ maxOutputTokens }) => maxOutputTokens))).toEqual(new Set([4096]));
    expect(statesSchemas).toBe(false);
  });

  it('of version 2 keeps a value of the author that looks like a task', () => {
    const old = fixture(2) as Plan & { variables: object };
    const variables = { like: { type: 'atomic', limits: { maxTurns: 1 }, injectContext: true } };
    expect(parsePlan({ ...old, variables }).variables).toEqual(variables);
    const tasks = old.tasks.map((task) => ({ ...task, inputs: variables }));
    expect(parsePlan({ ...old, tasks }).tasks[0]?.inputs).toEqual(variables);
  });
});

/** What a migration must not change in a task: everything except what version 3 expresses differently. */
function kept(task: Plan['tasks'][number]): object {
  return {
    id: task.id,
    type: task.type,
    index: task.index,
    needs: task.needs,
    wave: task.wave,
    label: task.label,
    inputs: task.inputs,
    limits: task.limits,
    retry: task.retry,
  };
}

/** Tasks with all tasks inside them, as plain data. */
function withParts(value: unknown): Plan['tasks'] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(withParts);
  return 'inputTasks' in value ? [value as Plan['tasks'][number], ...inner] : inner;
}
