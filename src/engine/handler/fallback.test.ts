import { describe, expect, it } from 'vitest';
import { AppError, type ProviderErrorKind } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import { countEventCalls } from '@/run/calls-of-event';
import type { EventOf, RunEvent } from '@/run/events';
import { readRecording } from '../log/recording';
import type { ModelRequest } from '../ports/model-client';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';

const gone = new AppError('PROVIDER_ERROR', 'It does not know the model.', {
  details: { kind: 'bad_request', reason: 'model_gone' },
});

/** Models in `failures` fail; all others answer with their name. */
const failing =
  (failures: Readonly<Record<string, AppError>>) =>
  ({ model }: ModelRequest): Scripted =>
    failures[model.model] ?? `by ${model.model}`;

const chain = { model: 'sim:a', fallbackModels: ['sim:b', 'sim:c'] };

/** The models that were called, in order. */
const askedIn = (world: ReturnType<typeof createWorld>) =>
  world.models.requests.map(({ model }) => model.model).join(' ');

const of = <K extends RunEvent['kind']>(events: readonly RunEvent[], kind: K) =>
  events.filter((event): event is EventOf<K> => event.kind === kind);

describe('the models to fall back to', () => {
  it.each([
    ['overloaded', providerError('overloaded')],
    ['network', providerError('network')],
    ['network', providerError('cors')],
    ['cut_off', providerError('cut_off')],
    ['gone', gone],
  ])('are called in order, at once, where a model is not there: %s', async (why, failure) => {
    const world = createWorld({ answer: failing({ a: failure, b: failure }) });
    expect(await world.run(planOf({ t: chain }))).toBe('completed');
    expect(askedIn(world)).toBe('a b c');
    expect(of(world.emitted, 'model.fell_back').map(({ model, data }) => [model, data.to, data.why])).toEqual([
      ['sim:a', 'sim:b', why],
      ['sim:b', 'sim:c', why],
    ]);
    expect(of(world.emitted, 'model.replied')).toMatchObject([{ model: 'sim:c', data: { insteadOf: 'sim:a' } }]);
    expect(of(world.emitted, 'task.completed')[0]?.result).toBe('by c');
  });

  it('are called after the retries of a rate limit, and at once where waiting does not help', async () => {
    const limited = createWorld({ answer: failing({ a: providerError('rate_limit') }) });
    await limited.run(planOf({ t: { ...chain, errorHandling: { maxRetries: 2 } } }));
    expect(askedIn(limited)).toBe('a a a b');
    const broke = new AppError('PROVIDER_ERROR', 'No credit.', { details: { kind: 'rate_limit' } });
    const world = createWorld({ answer: failing({ a: broke }) });
    await world.run(planOf({ t: chain }));
    expect(askedIn(world)).toBe('a b');
  });

  it.each<ProviderErrorKind>(['auth', 'bad_request', 'content_filter'])('are not called after: %s', async (kind) => {
    const failure = new AppError('PROVIDER_ERROR', 'No.', { details: { kind } });
    const world = createWorld({ answer: failing({ a: failure }) });
    expect(await world.run(planOf({ t: chain }))).toBe('failed');
    expect(askedIn(world)).toBe('a');
  });

  it('are called after a refused content where that is written, and what the refusal took is counted', async () => {
    const task = { ...chain, fallbackOnRefusal: true };
    const refused = createWorld({ answer: failing({ a: providerError('content_filter') }) });
    expect(await refused.run(planOf({ t: task }))).toBe('completed');
    expect(askedIn(refused)).toBe('a b');
    expect(of(refused.emitted, 'model.fell_back').map(({ data }) => [data.why, data.usage])).toEqual([
      ['refusal', undefined],
    ]);

    const answer = ({ model }: ModelRequest): Scripted =>
      model.model === 'a' ? { content: 'I will not.', finishReason: 'content_filter' } : 'yes';
    const world = createWorld({ answer });
    expect(await world.run(planOf({ t: task }))).toBe('completed');
    expect(askedIn(world)).toBe('a b');
    const [fell] = of(world.emitted, 'model.fell_back');
    expect(fell?.data).toMatchObject({ to: 'sim:b', why: 'refusal', said: expect.stringContaining('I will not.') });
    const [reply] = of(world.emitted, 'model.replied');
    const spent = [fell, reply].map((event) => event?.data.usage?.outputTokens ?? 0);
    expect(Math.min(...spent)).toBeGreaterThan(0);
    const total = spent.reduce((sum, tokens) => sum + tokens, 0);
    expect(of(world.emitted, 'task.completed')[0]?.data.usage?.outputTokens).toBe(total);
    const counted = world.emitted.flatMap((event) => countEventCalls(event)?.usage.outputTokens ?? []);
    expect(counted).toEqual(spent);

    // A run resumed after the refusal calls only the second model, and counts the usage of the first.
    const log = world.emitted.slice(0, world.emitted.findIndex(({ kind }) => kind === 'model.fell_back') + 1);
    const again = createWorld({ answer, log });
    expect(await again.run(planOf({ t: task }))).toBe('completed');
    expect(askedIn(again)).toBe('b');
    expect(of(again.emitted, 'task.completed')[0]?.data.usage?.outputTokens).toBe(total);
  });

  it('end with the last of them where each refuses', async () => {
    const world = createWorld({ answer: () => ({ content: 'No.', finishReason: 'content_filter' }) });
    expect(await world.run(planOf({ t: { ...chain, fallbackOnRefusal: true } }))).toBe('failed');
    expect(askedIn(world)).toBe('a b c');
    expect(of(world.emitted, 'model.replied')).toHaveLength(1);
  });

  it('are not called for a reply that was filtered, cut off or wrong', async () => {
    for (const finishReason of ['content_filter', 'length'] as const) {
      const world = createWorld({ answer: () => ({ content: 'x', finishReason }) });
      expect(await world.run(planOf({ t: chain }))).toBe('failed');
      expect(askedIn(world)).toBe('a');
    }
  });

  it('end with the last, which is retried as a model without a list is', async () => {
    const over = providerError('overloaded');
    const world = createWorld({ answer: failing({ a: over, b: over, c: over }) });
    expect(await world.run(planOf({ t: { ...chain, errorHandling: { maxRetries: 2 } } }))).toBe('failed');
    expect(askedIn(world)).toBe('a b c c c');
  });

  it('are those of the task, else of its agent, else of the workflow; an empty list is none', async () => {
    const fallbacksOf = (task: object) => {
      const settings = {
        fallbackModels: ['sim:w', 'sim:a'],
        agents: { own: { model: 'sim:a', fallbackModels: ['sim:g'] } },
      };
      const [planned] = planOf({ t: task }, settings).tasks;
      return planned?.type === 'atomic' ? planned.fallbacks?.map(({ model }) => model) : [];
    };
    expect(fallbacksOf({ model: 'sim:a' })).toEqual(['w']);
    expect(fallbacksOf({ agent: 'own' })).toEqual(['g']);
    expect(fallbacksOf({ agent: 'own', fallbackModels: ['sim:t', 'u', 'sim:t'] })).toEqual(['t', 'u']);
    expect(fallbacksOf({ agent: 'own', fallbackModels: [] })).toBeUndefined();
  });

  it('spare the other tasks of a run a model that is gone, and not one that was overloaded', async () => {
    const tasks = { one: chain, two: { ...chain, dependsOn: ['one'] } };
    const world = createWorld({ answer: failing({ a: gone }) });
    await world.run(planOf(tasks));
    expect(askedIn(world)).toBe('a b b');
    expect(of(world.emitted, 'model.fell_back').map(({ data }) => data.why)).toEqual(['gone', 'gone']);
    const other = createWorld({ answer: failing({ a: providerError('overloaded') }) });
    await other.run(planOf(tasks));
    expect(askedIn(other)).toBe('a b a b');
  });

  it('keep a task with the model that it came to, through its turns and its later attempts', async () => {
    let turn = 0;
    const answer = ({ model }: ModelRequest): Scripted => {
      if (model.model === 'a') return providerError('overloaded');
      turn += 1;
      return turn < 4 ? 'no' : 'yes';
    };
    const world = createWorld({ answer });
    const task = { ...chain, validate: 'content == "yes"', errorHandling: { onError: 'retry' } };
    expect(await world.run(planOf({ t: task }))).toBe('completed');
    expect(askedIn(world)).toBe('a b b b b');
  });

  it('are priced, measured and reserved as the models that they are', async () => {
    const facts = ({ model }: ModelRequest['model']) => ({
      window: model === 'a' ? 9000 : 5000,
      maxOutput: model === 'a' ? 800 : 300,
      price: { inputPerMillion: model === 'a' ? 100 : 1, outputPerMillion: 0 },
      efforts: model === 'a' ? (['low', 'max'] as const) : (['low'] as const),
    });
    const world = createWorld({ facts, answer: failing({ a: gone }) });
    await world.run(planOf({ t: { ...chain, reasoningEffort: 'max' } }));
    expect(
      world.models.requests.map(({ maxOutputTokens, reasoningEffort }) => [maxOutputTokens, reasoningEffort]),
    ).toEqual([
      [800, 'max'],
      [300, 'low'],
    ]);
    expect(of(world.emitted, 'model.requested').map(({ data }) => data.window?.size)).toEqual([9000, 5000]);
    expect(of(world.emitted, 'model.replied')[0]?.data.usage.costUsd).toBeCloseTo(10 / 1e6, 12);
  });

  it('serve the samples of a vote, the steps of a pipeline and questions beside a task', async () => {
    const vote = createWorld({ answer: (request) => (request.model.model === 'a' ? gone : 'same') });
    expect(await vote.run(planOf({ t: { ...chain, voting: { k: 2 } } }))).toBe('completed');
    const pipe = createWorld({ answer: failing({ a: gone }) });
    const steps = { ...chain, type: 'pipeline', plan: ['one', 'two', 'three'], state: '' };
    expect(await pipe.run(planOf({ t: steps }))).toBe('completed');
    expect(askedIn(pipe)).toBe('a b b b');
    expect(of(pipe.emitted, 'model.replied').map(({ model }) => model)).toEqual(['sim:b', 'sim:b', 'sim:b']);
    const answer = ({ model }: ModelRequest): Scripted => (model.model === 'a' ? gone : '{"matches": []}');
    const find = createWorld({ answer });
    const memory = { memory: { index: { '/a.md': 'looms' } } };
    expect(await find.run(planOf({ t: { ...chain, type: 'associative_memory', query: 'looms' } }, memory))).toBe(
      'completed',
    );
    expect(askedIn(find)).toBe('a b');
  });

  it('are not begun with again by a run that is taken up, wherever it was killed', async () => {
    const answer = failing({ a: providerError('overloaded') });
    const tasks = { t: { ...chain, tools: ['note'] } };
    const whole = createWorld({ answer });
    await whole.run(planOf(tasks));
    const { events } = whole.log;
    const fell = events.findIndex(({ kind }) => kind === 'model.fell_back');
    expect(fell).toBeGreaterThan(0);
    for (let cut = fell + 1; cut < events.length; cut++) {
      const world = createWorld({ answer, log: events.slice(0, cut) });
      expect(await world.run(planOf(tasks))).toBe('completed');
      expect(askedIn(world)).not.toContain('a');
      expect(of(world.log.events, 'model.fell_back')).toHaveLength(1);
    }
  });

  it('take a pipeline that is taken up on with the model of its last step', async () => {
    const answer = failing({ a: providerError('overloaded') });
    const tasks = { t: { ...chain, type: 'pipeline', plan: ['one', 'two', 'three'], state: '' } };
    const whole = createWorld({ answer });
    await whole.run(planOf(tasks));
    const first = whole.log.events.findIndex(({ kind }) => kind === 'model.replied');
    const world = createWorld({ answer, log: whole.log.events.slice(0, first + 1) });
    expect(await world.run(planOf(tasks))).toBe('completed');
    expect(askedIn(world)).toBe('b b');
  });

  it('are asked nothing by a fork for what is on record, whoever answered', async () => {
    const before = createWorld({ answer: failing({ a: gone, b: gone }) });
    await before.run(planOf({ t: chain }));
    const world = createWorld();
    const recording = await readRecording(before.log.events, async () => undefined);
    expect(await world.run(planOf({ t: chain }), recording)).toBe('completed');
    expect(askedIn(world)).toBe('');
    expect(of(world.emitted, 'task.completed')[0]?.result).toBe('by c');
    const other = createWorld();
    const again = await readRecording(before.log.events, async () => undefined);
    await other.run(planOf({ t: { ...chain, model: 'sim:new' } }), again);
    expect(askedIn(other)).toBe('new');
  });
});
