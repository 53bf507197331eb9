import { describe, expect, it } from 'vitest';
import { buildPlan } from './build-plan';
import type { PlannedAtomic } from './plan';
import { documentOf, planOf } from './plan.testing';

const atomic = (tasks: Readonly<Record<string, object>>, settings: object, id = 'a') =>
  planOf(tasks, settings).tasks.find((task) => task.id === id) as PlannedAtomic;

describe('a plan', () => {
  it('resolves the model of a task from the task, its agent, the workflow, in this order', () => {
    const settings = {
      defaultModel: 'openai:base',
      agents: { w: { model: 'anthropic:agent' }, bare: { model: 'mini' } },
    };
    const tasks = { a: {}, b: { agent: 'w' }, c: { agent: 'w', model: 'sim:own' }, d: { agent: 'bare' } };
    const models = planOf(tasks, settings).tasks.map((task) => task.type === 'atomic' && task.model);
    expect(models).toEqual([
      { provider: 'openai', model: 'base' },
      { provider: 'anthropic', model: 'agent' },
      { provider: 'sim', model: 'own' },
      { provider: 'openai', model: 'mini' },
    ]);
  });

  it('merges options, limits and error handling field by field', () => {
    const task = atomic(
      {
        a: {
          agent: { options: { temperature: 1, top_p: 0.5 } },
          options: { temperature: 0 },
          limits: { timeoutMs: 5 },
          errorHandling: { maxRetries: 1 },
        },
      },
      { limits: { timeoutMs: 9, maxOutputTokens: 7 }, errorHandling: { onError: 'retry', maxRetries: 5 } },
    );
    expect(task.options).toEqual({ temperature: 0, top_p: 0.5 });
    expect(task.limits).toMatchObject({ timeoutMs: 5, maxOutputTokens: 7, maxTurns: 10 });
    expect(task.retry).toEqual({ onError: 'retry', maxRetries: 1, backoff: 'exponential', onMaxRetries: 'fail' });
  });

  it('shows an agent the variables it may inherit', () => {
    const variables = { A: 1, B: 2 };
    const seen = (inheritVariables: boolean | string[]) =>
      atomic({ a: { agent: { inheritVariables } } }, { variables }).visibleVariables;
    expect(seen(true)).toEqual(variables);
    expect(seen(['B'])).toEqual({ B: 2 });
    expect(seen(false)).toEqual({});
  });

  it('gives no context where the task or the workflow says so, the task first', () => {
    const injects = (task: object, settings = {}) => atomic({ a: task }, settings).context.mode !== 'none';
    expect(injects({})).toBe(true);
    expect(injects({ injectContext: false })).toBe(false);
    expect(injects({ context: { mode: 'none' } })).toBe(false);
    expect(injects({}, { context: { mode: 'none' } })).toBe(false);
    expect(injects({ context: { mode: 'automatic' } }, { context: { mode: 'none' } })).toBe(true);
  });

  it('orders tasks in waves and knows what each needs', () => {
    const { tasks } = planOf({ c: { dependsOn: ['a', 'b'] }, a: {}, b: { dependsOn: ['a'] } });
    expect(tasks.map(({ id, wave, needs }) => [id, wave, needs])).toEqual([
      ['c', 2, [1, 2]],
      ['a', 0, []],
      ['b', 1, [1]],
    ]);
  });

  it('has the same hash for the same work, wherever things are drawn, and another for other work', () => {
    const tasks = { a: { description: 'x' } };
    const hash = planOf(tasks).hash;
    expect(planOf(tasks, { layout: { tasks: { a: [10, 20] } } }).hash).toBe(hash);
    expect(planOf({ a: { description: 'y' } }).hash).not.toBe(hash);
    expect(Object.isFrozen(planOf(tasks))).toBe(true);
  });

  it('is refused with every error of the document', () => {
    const plan = buildPlan(documentOf({ a: { dependsOn: ['nowhere'], condition: '1 +' } }), []);
    expect(!plan.ok && plan.error.map(({ code }) => code).sort()).toEqual(['HED301', 'HED401']);
  });

  it('knows of a pin and of a breakpoint, and needs nothing of what a pinned task would run', () => {
    const inner = { type: 'atomic', description: 'x', pinned: { n: 1 }, breakpoint: true };
    const group = { type: 'group', subtasks: { inner }, pinned: true, breakpoint: 'after' };
    const { tasks } = planOf({ a: { pinned: 'Hello.' }, b: { pinned: false, breakpoint: false }, group });
    expect(tasks.map(({ pinned, breakpoint }) => [pinned, breakpoint])).toEqual([
      [{ content: 'Hello.' }, undefined],
      [undefined, undefined],
      [{ recorded: true }, 'after'],
    ]);
    expect(tasks[2]?.type === 'group' && tasks[2].tasks[0]).toMatchObject({
      pinned: { content: '{\n  "n": 1\n}' },
      breakpoint: 'before',
    });
  });

  it('holds tasks within tasks, each under its segment, with the limits of what is around it', () => {
    const { tasks } = planOf({
      s: {
        type: 'sequential',
        limits: { maxTurns: 3 },
        steps: [
          { type: 'atomic', description: 'one' },
          { type: 'atomic', id: 'two', description: 'two', limits: { maxTurns: 4 } },
        ],
      },
      m: { type: 'map', items: [1], innerTask: { type: 'script', inputs: { x: { task: { type: 'script' } } } } },
    });
    const [s, m] = tasks;
    if (s?.type !== 'sequential' || m?.type !== 'map') expect.unreachable();
    expect(s.steps.map(({ id, needs, limits, order }) => [id, needs, limits.maxTurns, order])).toEqual([
      ['step_1', [], 3, 1],
      ['two', [0], 4, 2],
    ]);
    expect([m.order, m.innerTask.id, m.innerTask.order, m.innerTask.inputTasks.map(({ id }) => id)]).toEqual([
      3,
      'inner_task',
      4,
      ['input:x'],
    ]);
  });

  it('takes the error handling of the workflow for leaf tasks only', () => {
    const { tasks } = planOf(
      { s: { type: 'sequential', steps: [{ type: 'atomic', description: 'x' }] } },
      { errorHandling: { onError: 'retry' } },
    );
    const [s] = tasks;
    if (s?.type !== 'sequential') expect.unreachable();
    expect([s.retry.onError, s.steps[0]?.retry.onError]).toEqual(['fail', 'retry']);
  });
});
