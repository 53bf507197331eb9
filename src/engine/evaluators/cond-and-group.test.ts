import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { ModelRequest } from '../ports/model-client';
import { kinds, loud, promptOf, prompts, resultOf, say } from '../testing/nested.testing';
import { providerError } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

describe('a cond', () => {
  const cases = [
    { test: 'output.valid == true', task: say('valid') },
    { test: 'content.contains("maybe")', task: say('perhaps') },
  ];

  it.each([
    ['{"valid": true}', 'valid'],
    ['maybe', 'perhaps'],
    ['neither', 'other'],
  ])('takes the first case that holds of what came before: %s', async (answer, taken) => {
    const world = createWorld({ answer: (request) => (promptOf(request) === 'check' ? answer : 'done') });
    const cond = { type: 'cond', cases, else: say('other', { injectContext: false }) };
    await world.run(planOf({ s: { type: 'sequential', steps: [say('check'), cond] } }));
    expect(prompts(world).at(-1)).toBe(taken);
  });

  it('sees the only task that it depends on', async () => {
    const world = createWorld({ answer: () => '{"valid": true}' });
    await world.run(planOf({ check: say('check'), c: { type: 'cond', dependsOn: ['check'], cases } }));
    expect(prompts(world).at(-1)).toMatch(/valid$/);
  });

  it('is skipped if no case holds and there is no else', async () => {
    const world = createWorld({ answer: () => 'x' });
    await world.run(planOf({ check: say('check'), c: { type: 'cond', dependsOn: ['check'], cases } }));
    expect(resultOf(world, 'c')).toMatchObject({ status: 'skipped', reason: 'no_case' });
  });
});

describe('a group', () => {
  it('is a graph of its own, whose result maps ids to outputs', async () => {
    const world = createWorld({ answer: loud });
    const subtasks = { b: say('b {{a}}', { dependsOn: ['a'], injectContext: false }), a: say('a') };
    await world.run(planOf({ g: { type: 'group', subtasks } }));
    expect(JSON.parse(String(resultOf(world, 'g')))).toEqual({ a: 'A', b: 'B A' });
  });

  it('with any is the first that completes; the others are cancelled, and stay so when the run is taken up again', async () => {
    const answer = (request: ModelRequest) => ({
      content: promptOf(request),
      latencyMs: promptOf(request) === 'fast' ? 10 : 60_000,
    });
    const plan = planOf({
      g: { type: 'group', completionMode: 'any', subtasks: { slow: say('slow'), fast: say('fast') } },
    });
    const world = createWorld({ answer });
    expect(await world.run(plan)).toBe('completed');
    expect(resultOf(world, 'g')).toBe('fast');
    expect(kinds(world.log.events, 'task.cancelled').map(({ path }) => path)).toEqual(['task/g/attempt/1/task/slow']);

    for (const [cut] of world.log.events.entries()) {
      const again = createWorld({ answer, log: world.log.events.slice(0, cut), blobs: world.deps.blobs });
      expect(await again.run(plan)).toBe('completed');
      expect(resultOf(again, 'g')).toBe('fast');
    }
  });

  it('with any ends what waits for its own inputs too, as cancelled', async () => {
    const answer = (request: ModelRequest) => ({
      content: promptOf(request),
      latencyMs: promptOf(request) === 'fast' ? 10 : 60_000,
    });
    // A cond without a true case asks nothing of anybody after its inputs.
    const waiting = { type: 'cond', inputs: { x: { task: say('slow') } }, cases: [{ test: 'false', task: say('no') }] };
    const world = createWorld({ answer });
    const subtasks = { waiting, fast: say('fast') };
    expect(await world.run(planOf({ g: { type: 'group', completionMode: 'any', subtasks } }))).toBe('completed');
    expect(kinds(world.log.events, 'task.skipped')).toEqual([]);
    expect(kinds(world.log.events, 'task.cancelled').map(({ path }) => path)).toContain(
      'task/g/attempt/1/task/waiting',
    );
  });

  it('with any fails if one failed and none completed', async () => {
    const world = createWorld({ answer: () => providerError('auth') });
    const subtasks = { a: say('a'), b: say('b', { condition: 'false' }) };
    expect(await world.run(planOf({ g: { type: 'group', completionMode: 'any', subtasks } }))).toBe('failed');
  });
});
