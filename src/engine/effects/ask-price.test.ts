import { describe, expect, it } from 'vitest';
import { createCancelledError } from '@/base/cancelled';
import { planOf } from '@/plan/plan.testing';
import type { Attempt } from '../attempt';
import { kinds, say } from '../testing/nested.testing';
import { createWorld, type World } from '../testing/world.testing';
import { askPrice } from './ask-price';

const answer = () => ({ content: 'x', inputTokens: 1000, outputTokens: 1000 });
const facts = () => ({});
const steps = [say('a'), say('b'), say('c')];
const limits = { maxTotalCostUsd: 1, maxOutputTokens: 1000 };
const costsOf = ({ log }: World) =>
  log.events.flatMap((event) => (event.kind === 'model.replied' ? [event.data.usage.costUsd] : []));
const plan = planOf({ s: { type: 'sequential', steps } }, { limits });

describe('a model of which no price is known, under a budget in USD', () => {
  it('is asked for once, before its first call, and counted at what was said', async () => {
    const world = createWorld({ answer, facts, person: () => '5/25' });
    expect(await world.run(plan)).toBe('completed');
    expect(world.person.questions).toMatchObject([{ kind: 'price', model: 'sim:echo', path: 'price/sim%3Aecho' }]);
    const written = world.log.events.map(({ kind }) => kind);
    expect(written.indexOf('input.requested')).toBeLessThan(written.indexOf('model.requested'));
    for (const cost of costsOf(world)) expect(cost).toBeCloseTo(0.03);
  });

  it('is waited for no longer than the attempt that asks lasts', async () => {
    const stop = new AbortController();
    const asked = new Map([['sim:echo', new Promise<string>(() => {})]]);
    const attempt = { run: { prices: { asked } }, signal: stop.signal } as unknown as Attempt;
    const waiting = askPrice({ provider: 'sim', model: 'echo' }, attempt);
    stop.abort();
    await expect(waiting).rejects.toThrow(createCancelledError('The run').message);
    await expect(askPrice({ provider: 'sim', model: 'echo' }, attempt)).rejects.toThrow();
    expect(asked.size).toBe(1);
  });

  it('is held to the budget by that price', async () => {
    const dear = createWorld({ answer, facts, person: ({ kind }) => (kind === 'price' ? '200/200' : 'stop') });
    expect(await dear.run(plan)).toBe('failed');
    expect(dear.person.questions.map(({ kind }) => kind)).toEqual(['price', 'budget']);
  });

  it('is not asked for where there is no budget, or one of tokens only', async () => {
    for (const other of [{}, { maxTotalTokens: 100_000 }]) {
      const world = createWorld({ answer, facts });
      expect(await world.run(planOf({ s: { type: 'sequential', steps } }, { limits: other }))).toBe('completed');
    }
  });

  it('is asked for by the budget of a task, before its calls and no others', async () => {
    const world = createWorld({ answer, facts, person: () => '1' });
    const tasks = { free: say('a'), held: { ...say('b'), limits, dependsOn: ['free'] } };
    expect(await world.run(planOf(tasks))).toBe('completed');
    const written = world.log.events.map(({ kind }) => kind);
    expect(written.indexOf('model.replied')).toBeLessThan(written.indexOf('input.requested'));
  });

  it('goes on uncounted where that is wanted, while others are still counted', async () => {
    const known = ({ model }: { readonly model: string }) =>
      model === 'dear' ? { price: { inputPerMillion: 400, outputPerMillion: 400 } } : {};
    const mixed = planOf(
      {
        s: {
          type: 'sequential',
          steps: [say('a'), { ...say('b'), model: 'sim:dear' }, { ...say('c'), model: 'sim:dear' }],
        },
      },
      { limits },
    );
    const world = createWorld({
      answer,
      facts: known,
      person: ({ kind }) => (kind === 'price' ? 'uncounted' : 'stop'),
    });
    expect(await world.run(mixed)).toBe('failed');
    expect(costsOf(world)).toEqual([null, 0.8]);
    expect(world.person.questions).toMatchObject([{ kind: 'price' }, { kind: 'budget', resource: 'cost', used: 0.8 }]);
  });

  it.each([
    ['nobody can be asked', undefined],
    ['the person wants to stop', 'stop'],
    ['the answer is no price', 'cheap'],
  ])('is never taken for nothing where %s', async (_why, said) => {
    const world = createWorld({ answer, facts, person: () => said });
    expect(await world.run(plan)).toBe('failed');
    expect(world.models.requests).toEqual([]);
    expect(kinds(world.log.events, 'task.failed')[0]?.error).toMatchObject({
      code: 'RESOURCE_EXHAUSTION',
      message: expect.stringContaining('sim:echo'),
    });
  });

  it('is asked for once by tasks that run at the same time', async () => {
    const world = createWorld({ answer, facts, person: () => '5' });
    expect(await world.run(planOf({ a: say('a'), b: say('b'), c: say('c') }, { limits }))).toBe('completed');
    expect(world.person.questions).toHaveLength(1);
  });

  it('is not asked for again by who takes the run up', async () => {
    const world = createWorld({ answer, facts, person: () => '5/25' });
    await world.run(plan);
    const cut = world.log.events.findIndex(({ kind }) => kind === 'model.replied') + 1;
    const again = createWorld({ answer, facts, log: world.log.events.slice(0, cut), blobs: world.deps.blobs });
    expect(await again.run(plan)).toBe('completed');
    expect(again.person.questions).toEqual([]);
  });
});
