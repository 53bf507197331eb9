import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { EventOf, RunEvent } from '@/run/events';
import type { FileCopy } from '../ports/files';
import type { ModelRequest } from '../ports/model-client';
import type { ScriptSink } from '../ports/script-runner';
import { createMemoryBlobs } from '../testing/memory-stores.testing';
import { providerError, type Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

/** Number of the sample that a request belongs to. */
const sampleOf = ({ idempotencyKey }: ModelRequest) => Number(/\/sample\/(\d+)\//.exec(idempotencyKey)?.[1]);

/** Samples give these answers in order; all later ones repeat the last answer. */
const saying =
  (...answers: readonly Scripted[]) =>
  (request: ModelRequest): Scripted =>
    answers[sampleOf(request) - 1] ?? answers.at(-1) ?? '';

async function vote(voting: object, answer: (request: ModelRequest) => Scripted, more: object = {}): Promise<World> {
  const world = createWorld({ answer });
  await world.run(planOf({ a: { voting, ...more } }));
  return world;
}

const eventOf = <K extends RunEvent['kind']>({ log }: World, kind: K) =>
  log.events.find((event): event is EventOf<K> => event.kind === kind);

describe('samples that vote on a task', () => {
  it('run at once in batches, and what is ahead by k wins', async () => {
    const world = await vote({ k: 2 }, saying({ content: 'x', latencyMs: 90 }, ' y', 'y', 'y'));
    expect(eventOf(world, 'task.completed')).toMatchObject({ result: ' y' });
    expect(eventOf(world, 'vote.decided')).toMatchObject({
      path: 'task/a/attempt/1',
      result: ' y',
      data: { k: 2, votes: [3, 1], samples: 4, flags: 0, usage: { inputTokens: 40, outputTokens: 20 } },
    });
    expect(world.models.peak()).toBe(2);
    expect(world.models.requests.map(sampleOf)).toEqual([1, 2, 3, 4]);
  });

  it('vary, but for the first', async () => {
    const voting = { k: 2, firstTemperature: 0.1, temperature: 0.8 };
    const world = await vote(voting, saying('x'), { options: { temperature: 2, seed: 4 } });
    expect(world.models.requests.map(({ options }) => options)).toEqual([
      { temperature: 0.1, seed: 4 },
      { temperature: 0.8, seed: 4 },
    ]);
  });

  it('take no more places than there are', async () => {
    const world = createWorld({ answer: saying('x') });
    await world.run(planOf({ a: { voting: { k: 5 } } }, { maxConcurrency: 2 }));
    expect(world.models.peak()).toBe(2);
    expect(world.models.requests).toHaveLength(5);
  });

  it('agree by their value, if they are JSON', async () => {
    const answers = saying('{"a": 1, "b": [2]}', '```json\n{"b": [2], "a": 1}\n```');
    const world = await vote({ k: 2, normalize: 'json' }, answers);
    expect(eventOf(world, 'task.completed')).toMatchObject({ result: '{"a": 1, "b": [2]}' });
    expect(world.models.requests).toHaveLength(2);
  });

  it('differ by a blank, if nothing is normalized', async () => {
    const world = await vote({ k: 1, maxRetries: 1, normalize: 'none' }, saying('x '));
    expect(eventOf(world, 'vote.decided')).toMatchObject({ result: 'x ' });
    const level = await vote({ k: 2, maxRetries: 1, normalize: 'none' }, (request) =>
      sampleOf(request) % 2 === 0 ? 'x' : 'x ',
    );
    expect(eventOf(level, 'task.failed')?.error).toMatchObject({ details: { reason: 'no_consensus' } });
  });

  it.each<[string, object, Scripted, object]>([
    ['breaks its schema', {}, 'no JSON', { outputSchema: { type: 'integer' } }],
    ['breaks its rule', {}, '7', { validate: 'output == 5' }],
    ['matches a pattern', { redFlags: { patterns: ['never', '(?i)SORRY'] } }, 'I am sorry', {}],
    ['is too long', { redFlags: { maxTokens: 20 } }, { content: '5', outputTokens: 21 }, {}],
    ['was cut off', {}, { content: '5', finishReason: 'length' }, {}],
    ['was stopped by a filter', {}, { content: '5', finishReason: 'content_filter' }, {}],
    ['is empty', {}, ' \n', {}],
  ])('are not counted, and not repaired, where one %s', async (_what, voting, bad, more) => {
    const world = await vote({ k: 2, ...voting }, saying('5', bad, '5'), more);
    expect(eventOf(world, 'vote.decided')).toMatchObject({
      result: '5',
      data: { votes: [2], samples: 3, flags: 1, flagged: [2] },
    });
    expect(world.models.requests).toHaveLength(3);
  });

  it('fail the task with the counts when they cannot agree', async () => {
    const world = await vote({ k: 2, maxRetries: 1 }, (request) => String(sampleOf(request)));
    expect(eventOf(world, 'task.failed')?.error).toMatchObject({
      code: 'TASK_FAILURE',
      message: 'No consensus: the votes are 1 to 1 to 1 to 1 to 1 to 1.',
      details: { reason: 'no_consensus', samples: 6, flags: 0 },
    });
  });

  it('fail the task with the counts when too many are flagged', async () => {
    const world = await vote({ k: 2, maxRetries: 2 }, saying('x', ''));
    expect(eventOf(world, 'task.failed')?.error).toMatchObject({
      code: 'TASK_FAILURE',
      message: 'Too many red flags: 5 of 6 samples.',
      details: { reason: 'too_many_red_flags', votes: [1] },
    });
  });

  it('outlast an error on the way to the provider without another attempt at the others', async () => {
    let failed = 0;
    const world = await vote({ k: 3 }, (request) =>
      sampleOf(request) === 2 && failed++ < 2 ? providerError('overloaded') : 'x',
    );
    expect(eventOf(world, 'task.completed')).toMatchObject({ result: 'x', data: { attempts: 1 } });
    expect(world.models.requests.map(sampleOf).sort()).toEqual([1, 2, 2, 2, 3]);
  });

  it('fail the task when the way to the provider stays broken, and stop the others', async () => {
    const world = await vote({ k: 3 }, saying('x', providerError('network'), { content: 'x', latencyMs: 100_000 }));
    expect(eventOf(world, 'task.failed')).toMatchObject({
      error: { code: 'PROVIDER_ERROR', details: { kind: 'network' } },
      data: { attempts: 1 },
    });
    expect(world.models.requests.map(sampleOf).filter((n) => n === 2)).toHaveLength(4);
    const replied = world.log.events.filter(({ kind }) => kind === 'model.replied').map(({ path }) => path);
    expect(replied).toEqual(['task/a/attempt/1/sample/1/turn/1']);
  });

  it('are paid for once, wherever a vote was interrupted', async () => {
    const answer = saying('x', 'y', '', 'x', 'y', 'x', { content: 'x', latencyMs: 30 });
    const plan = planOf({ a: { voting: { k: 2 } } });
    const blobs = createMemoryBlobs();
    const whole = createWorld({ answer, blobs });
    await whole.run(plan);
    const { events } = whole.log;
    for (let cut = 0; cut < events.length; cut++) {
      const log = events.slice(0, cut);
      const world = createWorld({ answer, blobs, log });
      await world.run(plan);
      const recorded = log.filter(({ kind }) => kind === 'model.replied').map(({ path }) => `run1/${path}`);
      const asked = world.models.requests.map(({ idempotencyKey }) => idempotencyKey);
      expect(asked.filter((key) => recorded.includes(key))).toEqual([]);
      expect(eventOf(world, 'task.completed')?.result).toBe(eventOf(whole, 'task.completed')?.result);
      expect(eventOf(world, 'vote.decided')?.data).toMatchObject({
        votes: eventOf(whole, 'vote.decided')?.data.votes,
        usage: eventOf(whole, 'vote.decided')?.data.usage,
      });
      expect(eventOf(world, 'task.completed')?.data.usage).toEqual(eventOf(whole, 'task.completed')?.data.usage);
    }
  });

  it('are stopped with the run', async () => {
    const world = createWorld({
      answer: () => {
        world.stop.abort();
        return 'x';
      },
    });
    expect(await world.run(planOf({ a: { voting: { k: 2 } } }))).toBe('cancelled');
    expect(eventOf(world, 'vote.decided')).toBeUndefined();
  });

  it('may be whole sequences, each with its own parts', async () => {
    const steps = [
      { type: 'atomic', description: 'One' },
      { type: 'atomic', description: 'Two {{step_1}}' },
    ];
    const world = createWorld({ answer: ({ messages }) => (messages.at(-1)?.content.includes('One') ? 'one' : 'two') });
    await world.run(planOf({ s: { type: 'sequential', steps, voting: { k: 2 } } }));
    expect(eventOf(world, 'vote.decided')).toMatchObject({ path: 'task/s/attempt/1', result: 'two' });
    const paths = world.models.requests.map(({ idempotencyKey }) => idempotencyKey);
    expect(paths).toContain('run1/task/s/attempt/1/sample/2/task/step_2/attempt/1/turn/1');
    expect(paths).toHaveLength(4);
  });

  it('let a retry of the task vote anew', async () => {
    const errorHandling = { onError: 'retry', backoff: 'none' };
    const world = await vote(
      { k: 1, maxRetries: 1 },
      ({ idempotencyKey }) => (idempotencyKey.includes('attempt/1') ? '' : 'x'),
      {
        errorHandling,
      },
    );
    expect(eventOf(world, 'task.completed')).toMatchObject({ result: 'x', data: { attempts: 2 } });
  });

  it('agree by the value of a number, however it is written', async () => {
    const world = await vote({ k: 2, normalize: 'json' }, saying('12', '12.0'));
    expect(world.models.requests).toHaveLength(2);
  });
});

describe('the files of samples', () => {
  /** Each sample writes a file with its own number; the second and third agree. */
  const writing = (request: ModelRequest): Scripted => {
    if (request.messages.some(({ role }) => role === 'tool')) return sampleOf(request) === 1 ? 'other' : 'done';
    const content = `draft ${sampleOf(request)}`;
    const toolCalls = [{ id: 'w', name: 'write_file', arguments: JSON.stringify({ path: '/draft.md', content }) }];
    return { content: '', finishReason: 'tool_calls', toolCalls };
  };
  const plan = planOf({ a: { voting: { k: 2 }, tools: ['write_file'] } });

  it('are copies, of which those of the winner stay, wherever the run was interrupted', async () => {
    const blobs = createMemoryBlobs();
    const files = { '/draft.md': 'before' };
    const whole = createWorld({ answer: writing, blobs, files });
    await whole.run(plan);
    expect(eventOf(whole, 'task.completed')).toMatchObject({ result: 'done' });
    expect(whole.files.texts()).toEqual({ '/draft.md': 'draft 2' });
    const { events } = whole.log;
    for (let cut = 0; cut < events.length; cut += 3) {
      const world = createWorld({ answer: writing, blobs, log: events.slice(0, cut), files });
      await world.run(plan);
      if (cut <= events.findIndex(({ kind }) => kind === 'task.completed')) {
        expect(world.files.texts(), `cut after event ${cut}`).toEqual({ '/draft.md': 'draft 2' });
      }
    }
  });

  it('are written once, and no turn is paid for twice, if a later turn gets no answer at first', async () => {
    let unanswered = 0;
    const world = createWorld({
      answer: (request) => {
        const isLater = request.messages.at(-1)?.role === 'tool';
        return isLater && unanswered++ === 0 ? providerError('overloaded') : writing(request);
      },
    });
    await world.run(planOf({ a: { voting: { k: 1 }, tools: ['write_file'] } }));
    const turn = (n: number) => `task/a/attempt/1/sample/1/turn/${n}`;
    expect(world.models.requests.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      [1, 2, 2].map((n) => `run1/${turn(n)}`),
    );
    const done = world.log.events.filter(({ kind }) => kind === 'model.replied' || kind === 'tool.called');
    expect(done.map(({ path }) => path)).toEqual([turn(1), `${turn(1)}/tool/1`, turn(2)]);
    expect(eventOf(world, 'task.completed')).toMatchObject({
      result: 'other',
      data: { attempts: 1, usage: { inputTokens: 20 } },
    });
  });

  it('are those of their scripts, which run over the copy', async () => {
    const world = createWorld({ files: { '/own.txt': 'before' }, script: () => ({ stdout: 'real' }) });
    let closed = 0;
    const over = (copy: FileCopy) => ({
      run: async (_request: unknown, sink: ScriptSink) => {
        await copy.write('/own.txt', new TextEncoder().encode('after'));
        await sink('stdout', new TextEncoder().encode('copied'));
        return { exitCode: 0, said: '' };
      },
      close: async () => {
        closed += 1;
      },
    });
    Object.assign(world.deps.scripts, { over });
    await world.run(planOf({ a: { type: 'script', script: { content: 'x' }, voting: { k: 2 } } }));
    expect(eventOf(world, 'task.completed')).toMatchObject({ result: 'copied' });
    expect(world.files.texts()).toEqual({ '/own.txt': 'after' });
    expect(closed).toBe(2);
  });
});
