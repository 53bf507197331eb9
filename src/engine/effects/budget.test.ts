import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { kinds, promptOf, prompts, say } from '../testing/nested.testing';
import { createWorld } from '../testing/world.testing';

describe('a budget', () => {
  const limits = { maxTotalTokens: 250, maxOutputTokens: 100 };
  const answer = () => ({ content: 'x', inputTokens: 50, outputTokens: 50 });
  const steps = [say('a'), say('b'), say('c')];

  it('lets no call begin that may go beyond it, asks, and goes on with what is allowed', async () => {
    const world = createWorld({ answer, person: () => '1000' });
    expect(await world.run(planOf({ s: { type: 'sequential', steps, limits } }))).toBe('completed');
    expect(world.person.questions).toMatchObject([{ kind: 'budget', resource: 'tokens', used: 200, limit: 250 }]);
    expect(kinds(world.log.events, 'run.paused').map(({ data }) => data)).toEqual([{ reason: 'budget' }]);
    expect(world.models.requests).toHaveLength(3);
  });

  it('of a run fails with its figures where nobody can be asked, or the answer is no', async () => {
    for (const person of [undefined, () => 'stop']) {
      const world = createWorld({ answer, ...(person && { person }) });
      expect(await world.run(planOf({ s: { type: 'sequential', steps } }, { limits }))).toBe('failed');
      expect(kinds(world.log.events, 'task.failed')[0]?.error).toMatchObject({
        code: 'RESOURCE_EXHAUSTION',
        details: { resource: 'tokens', used: 200, limit: 250 },
      });
    }
  });

  it('is asked for once, and again by who takes the run up before the answer', async () => {
    const plan = planOf({ s: { type: 'sequential', steps, limits } });
    const world = createWorld({
      answer,
      person: () => {
        queueMicrotask(() => world.pause.abort());
        return { wait: true };
      },
    });
    expect(await world.run(plan)).toBe('waiting');
    const again = createWorld({ answer, person: () => '1000', log: world.log.events, blobs: world.deps.blobs });
    expect(await again.run(plan)).toBe('completed');
    expect(again.person.questions).toHaveLength(1);
    expect(kinds(again.log.events, 'input.requested')).toHaveLength(1);
  });

  it('that was raised stays so when the run is taken up again', async () => {
    const plan = planOf({ s: { type: 'sequential', steps, limits } });
    const world = createWorld({ answer, person: () => '1000' });
    await world.run(plan);
    const cut = world.log.events.findIndex(({ kind }) => kind === 'input.provided') + 1;
    const again = createWorld({ answer, log: world.log.events.slice(0, cut), blobs: world.deps.blobs });
    expect(await again.run(plan)).toBe('completed');
    expect(again.person.questions).toEqual([]);
  });
});

describe('a run that is paused', () => {
  it('ends nothing, and goes on from where it was', async () => {
    const plan = planOf({ s: { type: 'sequential', steps: [say('a'), say('b')] } });
    const world = createWorld({
      answer: (request) => {
        if (promptOf(request) === 'b') world.pause.abort();
        return { content: 'x', latencyMs: 1000 };
      },
    });
    expect(await world.run(plan)).toBe('waiting');
    expect(world.log.events.at(-1)).toMatchObject({ kind: 'run.paused', data: { reason: 'person' } });
    expect(kinds(world.log.events, 'task.cancelled')).toEqual([]);

    const again = createWorld({ log: world.log.events, blobs: world.deps.blobs });
    expect(await again.run(plan)).toBe('completed');
    expect(prompts(again)).toEqual(['b']);
  });
});
