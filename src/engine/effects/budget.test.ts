import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
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

  it('counts what calls in flight may cost, and asks once for all that wait for more', async () => {
    const call = (description: string) => say(description, { limits: { maxOutputTokens: 150_000 } });
    const plan = planOf(
      { a: call('a'), b: call('b'), c: call('c'), d: call('d') },
      { limits: { maxTotalCostUsd: 0.5 } },
    );
    const reply = () => ({ content: 'x', inputTokens: 0, outputTokens: 150_000 });
    const alone = createWorld({ answer: reply });
    expect(await alone.run(plan)).toBe('failed');
    expect(alone.models.requests).toHaveLength(1);
    expect(kinds(alone.log.events, 'resource.exhausted')[0]).toMatchObject({
      path: '',
      data: { resource: 'cost', limit: 0.5 },
    });
    const world = createWorld({ answer: reply, person: () => '2' });
    expect(await world.run(plan)).toBe('completed');
    expect(world.models.requests).toHaveLength(4);
    expect(world.person.questions).toMatchObject([{ kind: 'budget', path: 'ask/1', resource: 'cost', limit: 0.5 }]);
    const [question] = world.person.questions;
    expect(question?.text).toBe(
      'The run has used 0.3000 of 0.5 US dollars, and its next call may take up to 0.3000 more. How much may it take?',
    );
    expect(kinds(world.log.events, 'run.resumed').map(({ data }) => data)).toEqual([{ reason: 'budget' }]);
  });

  it('is not raised by an answer that is no more than it is, or no number', async () => {
    for (const reply of ['250', '', ' ', '10', 'Infinity', 'much']) {
      const world = createWorld({ answer, person: () => reply });
      expect(await world.run(planOf({ s: { type: 'sequential', steps, limits } }))).toBe('failed');
      expect(world.person.questions).toHaveLength(1);
      expect(kinds(world.log.events, 'resource.exhausted')).toMatchObject([
        { path: 'task/s', data: { resource: 'tokens', used: 200, limit: 250 } },
      ]);
      const [failed] = kinds(world.log.events, 'task.failed');
      expect(failed?.error?.message).toMatch(/^The task has used 200 of 250 tokens, and .* up to \d+ more\.$/);
      expect(failed?.error?.advice).toContain('max_total_tokens');
    }
  });

  it('is asked for again once what was allowed is used up, under a key of its own', async () => {
    const answers = ['320', '1000'];
    const world = createWorld({ answer, person: () => answers.shift() });
    const four = [...steps, say('d')];
    expect(await world.run(planOf({ s: { type: 'sequential', steps: four, limits } }))).toBe('completed');
    expect(world.person.questions).toMatchObject([
      { path: 'task/s/ask/1', used: 200, limit: 250 },
      { path: 'task/s/ask/2', used: 300, limit: 320 },
    ]);
  });

  it('fails as asking does where that breaks', async () => {
    const world = createWorld({ answer });
    const ask = () => Promise.reject(new AppError('STORAGE_FAILED', 'No question could be stored.'));
    Object.assign(world.person, { ask });
    const run = world.run(planOf({ s: { type: 'sequential', steps, limits } }));
    await expect(run).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(kinds(world.log.events, 'resource.exhausted')).toEqual([]);
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
