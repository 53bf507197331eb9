import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeUtf8Length } from '@/base/bytes';
import type { Message, SentPart } from '@/plan/message';
import { planOf } from '@/plan/plan.testing';
import type { TokenCounter } from '@/plan/ports';
import type { EventOf, RunEvent } from '@/run/events';
import type { ModelRequest } from '../ports/model-client';
import { turns, type WrittenTurn } from '../testing/calling-model.testing';
import { createMemoryBlobs } from '../testing/memory-stores.testing';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld, type World } from '../testing/world.testing';

/**
 * An independent count to check against: one token for four characters, like the tokenizer's double, plus the
 * cookbook's figures for what surrounds the texts.
 */
const four = (text: string) => Math.ceil(text.length / 4);
const tokensOf = ({ messages, tools = [] }: Pick<ModelRequest, 'messages' | 'tools'>) => {
  const declared = tools.reduce((sum, tool) => sum + 7 + four(JSON.stringify(tool)), tools.length > 0 ? 12 : 0);
  return messages.reduce((sum, message) => sum + tokensOfMessage(message), 3 + declared);
};
const tokensOfMessage = (message: Message): number => {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  const name = message.role === 'tool' ? four(message.name) : 0;
  return calls.reduce(
    (sum, call) => sum + 8 + four(call.name) + four(call.arguments),
    3 + four(message.content) + name,
  );
};
const estimate: TokenCounter = { count: (text) => ({ tokens: four(text), exact: false }) };

const note = (text: string): WrittenTurn => [{ name: 'note', args: { text } }];
const whole = (said: Scripted) => (typeof said === 'string' ? { content: said } : said);
/** A model that reports a multiple of the tokens that the independent count gives. */
const reporting =
  (times: number, answer: (request: ModelRequest) => Scripted) =>
  (request: ModelRequest): Scripted => ({
    ...whole(answer(request)),
    inputTokens: Math.ceil(tokensOf(request) * times),
  });
const requested = ({ log }: World) =>
  log.events.flatMap((event) => (event.kind === 'model.requested' ? [event.data] : []));
const partsOf = ({ parts }: EventOf<'model.requested'>['data']) => JSON.parse(parts?.text ?? '[]') as SentPart[];
const errorOf = (events: readonly RunEvent[], path: string) => events.findLast((event) => event.path === path)?.error;

describe('a call of a model', () => {
  it('never takes more than may be sent, or is not made', async () => {
    const words = fc.integer({ min: 0, max: 400 }).map((n) => 'word '.repeat(n));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          size: fc.integer({ min: 100, max: 2500 }),
          maxOutputTokens: fc.integer({ min: 1, max: 300 }),
          maxContextWindowFraction: fc.constantFrom(0.5, 0.8, 1),
          prompt: words,
          outputs: fc.array(words, { minLength: 1, maxLength: 4 }),
          said: fc.array(words, { maxLength: 4 }),
        }),
        async ({ size, maxOutputTokens, maxContextWindowFraction, prompt, outputs, said }) => {
          const limits = { maxOutputTokens, maxContextWindowFraction };
          const earlier = Object.fromEntries(
            outputs.map((content, n) => [`e${n}`, { type: 'script', script: { content } }]),
          );
          const plan = planOf({
            ...earlier,
            a: { description: `Do ${prompt}`, tools: ['note'], limits, dependsOn: Object.keys(earlier) },
          });
          const world = createWorld({
            windowTokens: size,
            // Each another one: a model that makes the same call again and again is stopped.
            answer: reporting(1, turns(...said.map((text, index) => note(`${index} ${text}`)))),
            script: ({ content }) => ({ stdout: content }),
          });
          await world.run(plan);
          for (const request of world.models.requests) {
            expect(tokensOf(request)).toBeLessThanOrEqual(size * maxContextWindowFraction);
            expect(tokensOf(request) + maxOutputTokens).toBeLessThanOrEqual(size);
          }
          const error = errorOf(world.log.events, 'task/a');
          if (error !== undefined) expect(error).toMatchObject({ code: 'RESOURCE_EXHAUSTION' });
          else expect(world.models.requests).toHaveLength(said.length + 1);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('says with figures what is too much, and what to do', async () => {
    const task = (limits: object) => planOf({ a: { description: 'word '.repeat(400), limits } });
    const far = createWorld({ windowTokens: 600 });
    await far.run(task({ maxOutputTokens: 10 }));
    expect(errorOf(far.log.events, 'task/a')).toMatchObject({
      message:
        'The call is too long: it has about 506 tokens, and 480 of the window of echo (600) may be used. Most of it: the prompt (500).',
      advice: expect.stringContaining('raise limits.max_context_window_fraction'),
    });
    const answer = createWorld({ windowTokens: 600 });
    await answer.run(task({ maxOutputTokens: 400 }));
    expect(errorOf(answer.log.events, 'task/a')?.advice).toContain('limits.max_output_tokens (400 are kept free');
  });

  it('is held against budgets by the same count', async () => {
    const task = { description: 'word '.repeat(200), limits: { maxOutputTokens: 50, maxTotalTokens: 100 } };
    const world = createWorld({ person: () => '1000' });
    await world.run(planOf({ a: task }));
    const needed = tokensOf(world.models.requests[0] ?? { messages: [] }) + 50;
    expect(world.person.questions).toMatchObject([{ kind: 'budget', resource: 'tokens', limit: 100, needed }]);
  });

  it('of a pipeline is not made either', async () => {
    const pipeline = { type: 'pipeline', plan: ['one'], state: 'x'.repeat(4000), limits: { maxOutputTokens: 10 } };
    const world = createWorld({ windowTokens: 1000 });
    expect(await world.run(planOf({ p: pipeline }))).toBe('failed');
    expect(world.models.requests).toEqual([]);
    expect(errorOf(world.log.events, 'task/p')).toMatchObject({
      code: 'RESOURCE_EXHAUSTION',
      message: expect.stringContaining('failed at step 0/1: The call is too long'),
    });
  });
});

describe('a question beside a conversation', () => {
  const ask = (originalPrompt: string) => {
    const task = { type: 'reparse', failedTask: { error: { type: 'TASK_FAILURE' }, originalPrompt } };
    return planOf({ a: task }, { limits: { maxOutputTokens: 100 } });
  };

  it('says how full it makes the window, and is not sent if it is more', async () => {
    const world = createWorld({ windowTokens: 4000 });
    await world.run(ask('Sort the inbox.'));
    const [request] = world.models.requests;
    const sent = tokensOf(request ?? { messages: [] });
    expect(requested(world)[0]?.window).toEqual({ size: 4000, usable: 3200, reserve: 100, sent, exact: true });

    const far = createWorld({ windowTokens: 4000 });
    expect(await far.run(ask('word '.repeat(3000)))).toBe('failed');
    expect(far.models.requests).toEqual([]);
    expect(errorOf(far.log.events, 'task/a')).toMatchObject({ details: { resource: 'context', limit: 3200 } });
  });
});

describe('what the provider reports', () => {
  const task = { description: 'word '.repeat(200), tools: ['note'], limits: { maxOutputTokens: 50 } };
  const answerOf = (times: number) => reporting(times, turns(note('word '.repeat(200)), 'done'));

  it('corrects what is counted after it', async () => {
    const plan = planOf({ a: task });
    const fits = createWorld({ windowTokens: 1300, answer: answerOf(1), tokens: estimate });
    expect(await fits.run(plan)).toBe('completed');
    const dense = createWorld({ windowTokens: 1300, answer: answerOf(2), tokens: estimate });
    expect(await dense.run(plan)).toBe('failed');
    expect(dense.models.requests).toHaveLength(1);
    expect(errorOf(dense.log.events, 'task/a')).toMatchObject({ details: { resource: 'context', limit: 1040 } });
  });

  it('is learned from for the next conversation, and a run that is taken up takes the same figure', async () => {
    const plan = planOf({
      a: { ...task, tools: [] },
      b: { ...task, tools: [], dependsOn: ['a'], injectContext: false },
    });
    const answer = reporting(1.5, () => 'ok');
    const blobs = createMemoryBlobs();
    const world = createWorld({ windowTokens: 2000, answer, tokens: estimate, blobs });
    expect(await world.run(plan)).toBe('completed');
    const sent = requested(world).map(({ window }) => window?.sent ?? 0);
    expect(sent[1]).toBeGreaterThanOrEqual((sent[0] ?? 0) * 1.5);
    const at = world.log.events.findIndex(({ path }) => path === 'task/b/attempt/1/context/factor');
    expect(world.log.events[at]).toMatchObject({ kind: 'effect.recorded', data: { value: { factor: 1.5 } } });

    const again = createWorld({
      windowTokens: 2000,
      answer,
      tokens: estimate,
      blobs,
      log: world.log.events.slice(0, at + 1),
    });
    expect(await again.run(plan)).toBe('completed');
    expect(again.models.requests).toHaveLength(1);
    expect(requested(again).at(-1)?.window?.sent).toBe(sent[1]);
  });

  it('is not put on a conversation that an earlier version began without a record of it', async () => {
    const plan = planOf({
      a: { ...task, tools: [] },
      b: { ...task, dependsOn: ['a'], injectContext: false },
    });
    const answer = reporting(1.5, (request) => (request.tools ? turns(note('one'))(request) : 'ok'));
    const blobs = createMemoryBlobs();
    const world = createWorld({ windowTokens: 4000, answer, tokens: estimate, blobs });
    expect(await world.run(plan)).toBe('completed');
    const isReplyOfB = ({ kind, path }: RunEvent) => kind === 'model.replied' && path.startsWith('task/b/');
    const replied = world.log.events.findIndex(isReplyOfB);
    const isFactor = ({ path }: RunEvent) => path.endsWith('/context/factor');
    const kept = world.log.events.slice(0, replied + 1).filter((event) => !isFactor(event));
    const log = kept.map((event, index) => ({ ...event, seq: index + 1 }));
    const again = createWorld({ windowTokens: 4000, answer, tokens: estimate, blobs, log });
    expect(await again.run(plan)).toBe('completed');
    expect(again.models.requests).toHaveLength(1);
    expect([world, again].map(({ log: { events } }) => events.some(isFactor))).toEqual([true, false]);
  });

  it('is not asked for where the tokenizer is the model’s own', async () => {
    const plan = planOf({
      a: { ...task, tools: [] },
      b: { ...task, tools: [], dependsOn: ['a'], injectContext: false },
    });
    const world = createWorld({ windowTokens: 2000, answer: reporting(1.5, () => 'ok') });
    await world.run(plan);
    const [first, second] = requested(world).map(({ window }) => window);
    expect(first).toMatchObject({ size: 2000, usable: 1600, reserve: 50, exact: true });
    expect(second).toEqual(first);
  });
});

it('asks no server again what its tools take when a run is taken up', async () => {
  const plan = planOf({
    a: { tools: [{ name: 'find', mcp: { url: 'https://tools.test' } }], outputSchema: { type: 'object' } },
  });
  let asked = 0;
  const tools = {
    mcpTools: async () => {
      asked += 1;
      const found = { name: 'find', description: 'Finds. '.repeat(100), parameters: { type: 'object' } };
      return { tools: [found], problems: [] };
    },
  };
  const answer = turns('no JSON', '{}');
  const blobs = createMemoryBlobs();
  const world = createWorld({ windowTokens: 5000, answer, tools, blobs });
  expect(await world.run(plan)).toBe('completed');
  const replies = world.log.events.flatMap(({ kind }, index) => (kind === 'model.replied' ? [index] : []));
  expect([asked, replies.length]).toEqual([1, 2]);
  const log = world.log.events.slice(0, (replies[1] ?? 0) + 1);
  const again = createWorld({ windowTokens: 5000, answer, tools, blobs, log });
  expect(await again.run(plan)).toBe('completed');
  expect([asked, again.models.requests.length]).toEqual([1, 0]);
});

describe('what was sent', () => {
  it('is on record part by part, where it stands, and adds up', async () => {
    const world = createWorld({ answer: turns(note('one'), note('two')) });
    const plan = planOf(
      { a: { description: 'Say it.', system: 'Be brief.', tools: ['note'], inputs: { n: 'three' } } },
      { variables: { GREETING: 'Hello' } },
    );
    await world.run(plan);
    expect(requested(world)).toHaveLength(3);
    const asked = world.log.events.flatMap((event) => (event.kind === 'model.requested' ? [event.task] : []));
    for (const [index, data] of requested(world).entries()) {
      const request = world.models.requests[index];
      const messages = request?.messages ?? [];
      const parts = partsOf(data);
      expect(asked[index]).toBe(messages.at(-1)?.content);
      const text = ({ message, start, end }: SentPart) => messages[message]?.content.slice(start, end) ?? '';
      const declared = parts.at(-1);
      const prompt = parts.filter(({ kind }) => kind !== 'conversation' && kind !== 'tools');
      expect(prompt.map((part) => text(part).match(/note|brief|Hello|three|Say it/)?.[0])).toEqual([
        'note',
        'brief',
        'Hello',
        'three',
        'Say it',
      ]);
      for (const part of prompt) expect(part).toMatchObject({ messages: 1, tokens: four(text(part)) });
      expect(parts.slice(prompt.length, -1).map(({ message, messages: count }) => [message, count])).toEqual(
        index === 0 ? [] : [[2, 2 * index]],
      );
      expect(data.tools?.text).toBe('');
      const blob = await world.deps.blobs.get('run1', data.tools?.ref ?? '');
      expect(JSON.parse(blob ?? '[]')).toEqual(request?.tools);

      // The tools are sent in every turn. The tokens that start the reply do not belong to them.
      const tools = tokensOf({ messages: [], tools: request?.tools ?? [] }) - 3;
      expect(tools).toBeGreaterThan(40);
      expect(declared).toMatchObject({
        kind: 'tools',
        messages: 0,
        tokens: tools,
        bytes: computeUtf8Length(blob ?? ''),
      });
      const around = 3 + 3 * 2 + (prompt.length - 2);
      expect(parts.reduce((sum, { tokens }) => sum + tokens, around)).toBe(data.window?.sent);
    }
  });

  it('is never less than its parts, however far off the counts are', async () => {
    const said = fc.array(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(said, fc.double({ min: 0.2, max: 5, noNaN: true }), async (lengths, times) => {
        const answer = reporting(times, turns(...lengths.map((n) => note('word '.repeat(n)))));
        const world = createWorld({ answer, tokens: estimate });
        await world.run(planOf({ a: { description: 'Say it.', tools: ['note'] } }));
        for (const data of requested(world)) {
          const parts = partsOf(data).reduce((sum, { tokens }) => sum + tokens, 0);
          expect(parts).toBeLessThanOrEqual(data.window?.sent ?? 0);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('is counted once, however long the conversation', async () => {
    let characters = 0;
    const tokens: TokenCounter = {
      count: (text) => {
        characters += text.length;
        return { tokens: four(text), exact: true };
      },
    };
    const said = Array.from({ length: 60 }, (_, n) => note(`${n} ${'word '.repeat(400)}`));
    const world = createWorld({ windowTokens: 1_000_000, answer: turns(...said), tokens });
    await world.run(planOf({ a: { tools: ['note'], limits: { maxTurns: 100 } } }));
    const last = world.models.requests.at(-1);
    const length = JSON.stringify(last?.messages).length + 61 * JSON.stringify(last?.tools).length;
    expect(world.models.requests).toHaveLength(61);
    expect(characters).toBeLessThan(1.5 * length);
  });
});
