import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import type { ModelRequest } from '@/engine/ports/model-client';
import { builtInProviders } from '../built-in-providers';
import { createModelClient } from '../create-model-client';
import { knownModels } from '../known-models.testing';

const client = createModelClient({
  providers: () => builtInProviders,
  keyOf: () => undefined,
  onKeyChange: () => () => undefined,
  catalogue: async () => knownModels(),
});

async function ask(prompt: string, options: JsonObject = {}, more: Partial<ModelRequest> = {}) {
  const deltas: string[] = [];
  const thoughts: string[] = [];
  const request: ModelRequest = {
    model: { provider: 'sim', model: 'fast' },
    messages: [{ role: 'user', content: prompt }],
    options,
    maxOutputTokens: 4096,
    idempotencyKey: 'task/a/attempt/1/turn/1',
    ...more,
  };
  const reply = await client.generate(request, {
    signal: new AbortController().signal,
    onText: (delta) => deltas.push(delta),
    onReasoning: (delta) => thoughts.push(delta),
  });
  return { reply, deltas, thoughts };
}

describe('the simulated model', () => {
  it('gives the same reply to the same prompt, another to another, about what it was asked', async () => {
    const prompt = 'Summarise the incident report about database migrations';
    const { reply } = await ask(prompt);
    expect(reply).toEqual((await ask(prompt)).reply);
    expect(reply.content).not.toBe((await ask(`${prompt} again`)).reply.content);
    expect(reply.content.toLowerCase()).toMatch(/incident|report|database|migrations/);
    expect(reply.inputTokens).toBeGreaterThan(0);
    expect(reply.outputTokens).toBeGreaterThan(0);
  });

  it('streams word by word what it then gives whole', async () => {
    const { reply, deltas } = await ask('Plan a garden');
    expect(deltas.join('')).toBe(reply.content);
    expect(deltas.length).toBeGreaterThan(10);
  });

  it('thinks first where it is asked to, counts that apart, and answers the same', async () => {
    const plain = await ask('Plan a garden');
    const { reply, deltas, thoughts } = await ask('Plan a garden', {}, { reasoningEffort: 'high' });
    const text = thoughts.join('');
    expect(text).toContain('a garden');
    expect(thoughts.length).toBeGreaterThan(10);
    expect(deltas.join('')).toBe(plain.reply.content);
    expect(reply).toEqual({
      ...plain.reply,
      outputTokens: (plain.reply.outputTokens ?? 0) + Math.ceil(text.length / 4),
      reasoningTokens: Math.ceil(text.length / 4),
      origin: {
        by: 'sim:fast',
        parts: [
          { kind: 'reasoning', text },
          { kind: 'text', length: plain.reply.content.length },
        ],
        tokens: Math.ceil(text.length / 4),
      },
    });
    const harder = await ask('Plan a garden', {}, { reasoningEffort: 'max' });
    expect(harder.reply.reasoningTokens).toBeGreaterThan(reply.reasoningTokens ?? 0);
    expect((await ask('Plan a garden', {}, { reasoningEffort: 'none' })).reply).toEqual(plain.reply);
  });

  it('thinks before it calls a tool, and is told its own thoughts', async () => {
    const turns = [{ tool_calls: [{ name: 'look', arguments: {} }] }, 'Seen.'];
    const { reply } = await ask('x', { turns }, { reasoningEffort: 'low' });
    expect(reply.origin?.parts.map(({ kind }) => kind)).toEqual(['reasoning', 'call']);
    const said = { role: 'assistant', content: '', toolCalls: reply.toolCalls ?? [] } as const;
    const conversation = [
      { role: 'user', content: 'x' },
      { ...said, ...(reply.origin && { origin: reply.origin }) },
      { role: 'tool', toolCallId: 'call_1_1', name: 'look', content: 'ok' },
    ] as const;
    const next = await ask('x', { turns }, { messages: conversation });
    const bare = await ask('x', { turns }, { messages: [conversation[0], said, conversation[2]] });
    expect(next.reply.content).toBe('Seen.');
    expect((next.reply.inputTokens ?? 0) - (bare.reply.inputTokens ?? 0)).toBeGreaterThan(10);
  });

  it('spends what it may give out on thinking first', async () => {
    const short = { reasoningEffort: 'max', maxOutputTokens: 10 } as const;
    const { reply } = await ask('Plan a garden', {}, short);
    expect(reply).toMatchObject({ content: '', finishReason: 'length', outputTokens: 10, reasoningTokens: 10 });
  });

  it('answers with JSON by the output schema', async () => {
    const outputSchema = {
      type: 'object',
      properties: { verdict: { enum: ['pass', 'fail'] }, score: { type: 'integer', minimum: 1, maximum: 5 } },
      required: ['verdict', 'score'],
    };
    const { reply } = await ask('Judge', {}, { outputSchema });
    const value = JSON.parse(reply.content);
    expect(['pass', 'fail']).toContain(value.verdict);
    expect(value.score).toBeGreaterThanOrEqual(1);
    expect(value.score).toBeLessThanOrEqual(5);
  });

  it('says what it is told to say, and stops at the limit of tokens', async () => {
    expect((await ask('x', { reply: 'Just this.' })).reply).toMatchObject({
      content: 'Just this.',
      finishReason: 'stop',
    });
    const { reply } = await ask('x', { reply: 'word '.repeat(100) }, { maxOutputTokens: 10 });
    expect(reply).toMatchObject({ finishReason: 'length', outputTokens: 10 });
    expect((await ask('x', { reply: '' })).reply.content).toBe('');
  });

  it('calls the tools that its options name, turn by turn, and then answers', async () => {
    const turns = [{ reply: 'Let me look.', tool_calls: [{ name: 'look', arguments: { at: 1 } }] }, 'Seen.'];
    const { reply } = await ask('x', { turns });
    const toolCalls = [{ id: 'call_1_1', name: 'look', arguments: '{"at":1}' }];
    expect(reply).toMatchObject({ content: 'Let me look.', finishReason: 'tool_calls', toolCalls });
    const messages: ModelRequest['messages'] = [
      { role: 'user', content: 'x' },
      { role: 'assistant', content: 'Let me look.', toolCalls },
      { role: 'tool', toolCallId: 'call_1_1', name: 'look', content: 'a stone' },
    ];
    expect((await ask('x', { turns }, { messages })).reply).toMatchObject({ content: 'Seen.', finishReason: 'stop' });

    const options = { tool_calls: [{ name: 'look', arguments: '{not json' }], reply: 'Done.' };
    expect((await ask('x', options)).reply.toolCalls).toMatchObject([{ arguments: '{not json' }]);
    expect((await ask('x', options, { messages })).reply).toMatchObject({ content: 'Done.', finishReason: 'stop' });
  });

  it('asks for one evaluation as a director, and is done once its draft was judged', async () => {
    const tools = [{ name: 'request_evaluation', description: '', parameters: { type: 'object' } }];
    const first = await ask('Draft a letter', {}, { tools });
    expect(first.reply).toMatchObject({ finishReason: 'tool_calls', toolCalls: [{ name: 'request_evaluation' }] });
    const judged = 'Draft a letter\n{"success": false, "feedback": "Shorter."}';
    expect((await ask(judged, {}, { tools })).reply.finishReason).toBe('stop');
  });

  it('is content as an evaluator, unless the script failed', async () => {
    const outputSchema = {
      type: 'object',
      properties: { success: { type: 'boolean' }, feedback: { type: ['string', 'null'] } },
      required: ['success', 'feedback'],
    };
    const successOf = async (prompt: string) => JSON.parse((await ask(prompt, {}, { outputSchema })).reply.content);
    expect(await successOf('Judge.\nexit_code: 0')).toMatchObject({ success: true });
    expect(await successOf('Judge.\n{"exit_code": 2}')).toMatchObject({
      success: false,
      feedback: expect.stringContaining('code 2'),
    });
  });

  it('fails as often as it is told, alike for the same attempt in every run', async () => {
    const kindOf = (run: string) => (attempt: number) =>
      ask('x', { error_rate: 0.5 }, { idempotencyKey: `${run}/task/a/attempt/${attempt}/turn/1` }).then(
        () => 'fine',
        (error: AppError) => String(error.details?.kind),
      );
    const attempts = Array.from({ length: 60 }, (_, attempt) => attempt);
    const kinds = await Promise.all(attempts.map(kindOf('run1')));
    expect(new Set(kinds)).toEqual(new Set(['fine', 'rate_limit', 'overloaded']));
    expect(await Promise.all(attempts.map(kindOf('run2')))).toEqual(kinds);
    await expect(ask('x', { error_rate: 1 })).rejects.toMatchObject({ code: 'PROVIDER_ERROR', retryable: true });
  });

  it('lets a call pass in the end that is made again and again', async () => {
    const call = () => ask('x', { error_rate: 0.9 }, { idempotencyKey: 'run3/task/a/attempt/1/sample/1/turn/1' });
    let refused = 0;
    while (
      !(await call().then(
        () => true,
        () => false,
      ))
    )
      refused += 1;
    expect(refused).toBeGreaterThan(0);
  });

  it.each([
    ['before the first word', { latency_ms: 1e8 }],
    ['between words', { latency_ms: 0, tokens_per_second: 1e-6 }],
  ])('ends at once when it is cancelled %s', async (_where, options) => {
    const controller = new AbortController();
    const call = client.generate(
      {
        model: { provider: 'sim', model: 'default' },
        messages: [{ role: 'user', content: 'Take your time' }],
        options,
        maxOutputTokens: 100,
        idempotencyKey: 'k',
      },
      { signal: controller.signal, onText: () => undefined },
    );
    setImmediate(() => controller.abort());
    await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

describe('the pace of the simulated model', () => {
  afterEach(() => void vi.useRealTimers());

  /** After how many ms each word was told. */
  async function paced(options: JsonObject, model = 'calm') {
    vi.useFakeTimers();
    const start = performance.now();
    const times: number[] = [];
    const request: ModelRequest = {
      ...{ model: { provider: 'sim', model }, messages: [{ role: 'user', content: 'x' }], maxOutputTokens: 99 },
      ...{ options: { reply: 'aaaa bbbb cccc', ...options }, idempotencyKey: 'k' },
    };
    const onText = () => times.push(Math.round(performance.now() - start));
    const asked = client.generate(request, { signal: new AbortController().signal, onText });
    await vi.advanceTimersByTimeAsync(60_000);
    await asked;
    return times;
  }

  it.each<[JsonObject, readonly number[], string?]>([
    [{ latency_ms: 100, tokens_per_second: 10 }, [100, 225, 350]],
    [{ latency_ms: 100, tokens_per_second: 0 }, [100, 100, 100]],
    [{ latency_ms: 0, tokens_per_second: 10 }, [0, 125, 250]],
    [{ tokens_per_second: 10 }, [400, 525, 650]],
    [{ latency_ms: -1, tokens_per_second: 10 }, [400, 525, 650]],
    [{ latency_ms: '0', tokens_per_second: 10 }, [400, 525, 650]],
    [{}, [0, 0, 0], 'fast'],
    [{ latency_ms: 100, tokens_per_second: 10 }, [100, 225, 350], 'fast'],
  ])('is what the options say: %j, %j', async (options, times, model) => {
    expect(await paced(options, model)).toEqual(times);
  });

  it('is 60 tokens a second where they say nothing', async () => {
    const [first = 0, second = 0, third = 0] = await paced({});
    expect(first).toBe(400);
    expect(second - first).toBeGreaterThanOrEqual(20);
    expect(third - first).toBeLessThanOrEqual(44);
  });
});

it('the simulated model tells what its own tools did, and no thoughts where it had none', async () => {
  const { reply } = await ask('Find it', {}, { makerTools: [{ name: 'web_search', options: {} }] });
  expect(reply).not.toHaveProperty('reasoningTokens');
  expect(reply.origin).toEqual({
    by: 'sim:fast',
    parts: [
      { kind: 'maker', id: 'sim_1_1', name: 'web_search', input: 'Find it', result: expect.any(String) },
      { kind: 'text', length: reply.content.length },
    ],
    sources: [{ url: 'https://example.com/simulated-web_search', title: 'A simulated page of web_search' }],
  });
  const thinking = await ask(
    'Find it',
    {},
    {
      makerTools: [{ name: 'code_execution', options: {} }],
      reasoningEffort: 'low',
    },
  );
  expect(thinking.reply.origin).not.toHaveProperty('sources');
  expect(thinking.reply.origin?.parts.map(({ kind }) => kind)).toEqual(['reasoning', 'maker', 'text']);
});
