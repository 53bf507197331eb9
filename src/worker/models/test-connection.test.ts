import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { CallFollower, ModelReply, ModelRequest } from '@/engine/ports/model-client';
import { type ModelFacts, nothingKnown } from '@/plan/model-facts';
import { mostOfTest, type TestedConnection, testConnection } from './test-connection';

const model = { provider: 'reef', model: 'coral' };
const ok: ModelReply = { content: 'ok', finishReason: 'stop', inputTokens: 10, outputTokens: 2, cachedTokens: 0 };
const call = { id: 'call-7', name: 'tide_table', arguments: '{"harbour":"Emden"}' };
const calling: ModelReply = { ...ok, content: '', finishReason: 'tool_calls', toolCalls: [call] };
const origin = {
  by: 'reef:coral',
  parts: [{ kind: 'reasoning', text: 'Hm.', opaque: { reef: { seal: 's' } } }],
} as const;
const refused = new AppError('PROVIDER_ERROR', 'Reef refused the request.', { advice: 'Read what it says.' });
type Answer = ModelReply | AppError | ((follower: CallFollower) => ModelReply | Promise<ModelReply>);

/** Tests a model that gives these answers in sequence. */
async function made(
  answers: readonly Answer[],
  more: Partial<TestedConnection> & { facts?: Partial<ModelFacts> } = {},
) {
  const asked: ModelRequest[] = [];
  const left = [...answers];
  const { facts, ...given } = more;
  const test = await testConnection({
    model,
    models: {
      generate: async (request, follower) => {
        asked.push(request);
        const next = left.shift();
        if (next instanceof AppError) throw next;
        if (next === undefined) throw new Error('It was asked too often.');
        return typeof next === 'function' ? next(follower) : next;
      },
      keyState: () => 'ready',
      whenReady: async () => undefined,
    },
    served: async () => ({ models: [{ name: 'coral' }], isCut: false }),
    catalogue: {
      factsOf: () => ({ ...nothingKnown, ...facts }),
      costOf: (_, { inputTokens, outputTokens }) => inputTokens + outputTokens * 10,
    },
    now: () => 0,
    signal: new AbortController().signal,
    late: new AppError('PROVIDER_ERROR', 'Reef was late.'),
    ...given,
  });
  return { test, asked };
}

describe('a test of a connection', () => {
  it('sends the call of the tool and the thoughts back as they came', async () => {
    const { test, asked } = await made([ok, { ...calling, origin }, ok]);
    expect(test.tool).toEqual({ ms: 0, isCalled: true, hasThought: true, isCutOff: false });
    expect(test.requests).toBe(4);
    const [question, said, result] = asked[2]?.messages ?? [];
    expect(question).toBe(asked[1]?.messages[0]);
    expect(said).toEqual({ role: 'assistant', content: '', toolCalls: [call], origin });
    expect(result).toMatchObject({ role: 'tool', toolCallId: 'call-7', name: 'tide_table' });
    expect(asked.map(({ tools }) => tools?.map(({ name }) => name))).toEqual([
      undefined,
      ['tide_table'],
      ['tide_table'],
    ]);
    expect(new Set(asked.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(3);
  });

  it('sums up what was used, and asks for no more than it says', async () => {
    const { test, asked } = await made([ok, calling, ok]);
    expect(test.tokens).toEqual({ input: 30, output: 6 });
    expect(test.costUsd).toBe(90);
    expect(asked.reduce((sum, { maxOutputTokens }) => sum + maxOutputTokens, 0)).toBe(mostOfTest.outputTokens);
    expect(test.requests).toBe(mostOfTest.requests);
  });

  it('answers each of several calls', async () => {
    const { asked } = await made([ok, { ...calling, toolCalls: [call, { ...call, id: 'call-8' }] }, ok]);
    const results = asked[2]?.messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []));
    expect(results).toEqual(['call-7', 'call-8']);
  });

  it('does not take a model that calls no tool for a failure', async () => {
    const { test } = await made([ok, ok]);
    expect(test.tool).toEqual({ ms: 0, isCalled: false, hasThought: false, isCutOff: false });
    expect(test.requests).toBe(3);
    const cut = await made([ok, { ...ok, finishReason: 'length' }]);
    expect(cut.test.tool).toMatchObject({ isCalled: false, isCutOff: true });
  });

  it('tells which step was refused', async () => {
    const without = await made([ok, refused]);
    expect(without.test.tool).toMatchObject({ isCalled: false, failure: { message: 'Reef refused the request.' } });
    const back = await made([ok, calling, refused]);
    expect(back.test.tool).toMatchObject({ isCalled: true, failure: { advice: 'Read what it says.' } });
    expect([back.test.requests, back.test.tokens]).toEqual([4, { input: 20, output: 4 }]);
  });

  it('gives no tool to a model that does not answer, and asks one whose server has no list', async () => {
    const silent = await made([refused]);
    expect(silent.test).not.toHaveProperty('tool');
    expect(silent.test).toMatchObject({ requests: 2, tokens: undefined, costUsd: null });
    const served = () => Promise.reject(new AppError('PROVIDER_ERROR', 'No list.'));
    const listless = await made([ok, calling, ok], { served });
    expect(listless.test.list).toMatchObject({ isListed: false, failure: { message: 'No list.' } });
    expect(listless.test.tool?.isCalled).toBe(true);
  });

  it('tells what was learned, as a request more', async () => {
    const fact = { model, parameter: 'seed', instead: 'left out', said: 'Unknown field.' };
    const learning: Answer = ({ onLearned }) => {
      onLearned?.(fact);
      return calling;
    };
    const { test } = await made([ok, learning, ok]);
    expect([test.learned, test.requests]).toEqual([[fact], 5]);
  });

  it('tells whether the first answer streamed', async () => {
    const streaming: Answer = ({ onText }) => {
      onText?.('o');
      return ok;
    };
    expect((await made([streaming, ok])).test.call.streamed).toBe(true);
    expect((await made([ok, streaming])).test.call.streamed).toBe(false);
  });

  it('says nothing of tokens where a reply does not report them, nor of a cost without a price', async () => {
    const { test } = await made([ok, { ...ok, inputTokens: null }]);
    expect([test.tokens, test.costUsd]).toEqual([undefined, null]);
    const catalogue = { factsOf: () => nothingKnown, costOf: () => undefined };
    expect((await made([ok, ok], { catalogue })).test).toMatchObject({ tokens: { input: 20 }, costUsd: null });
  });

  it('says that it took too long in the place of what the end of it looked like', async () => {
    const over = new AbortController();
    const ending: Answer = () => {
      over.abort();
      throw new AppError('CANCELLED', 'The call was cancelled.');
    };
    const { test } = await made([ok, ending], { signal: over.signal });
    expect(test.tool?.failure?.message).toBe('Reef was late.');
  });

  it.each([
    [{ efforts: ['none', 'low', 'high'], defaultEffort: 'medium' }, ['none', 'low', 'low']],
    [{ efforts: ['minimal', 'low'], defaultEffort: 'low' }, ['minimal', 'low', 'low']],
    [{ efforts: ['none', 'low'], defaultEffort: 'none' }, ['none', undefined, undefined]],
    [{ efforts: [] }, [undefined, undefined, undefined]],
    [{}, [undefined, undefined, undefined]],
  ] as const)('of a model with %j thinks as %j', async (facts, efforts) => {
    const { asked } = await made([ok, calling, ok], { facts });
    expect(asked.map(({ reasoningEffort }) => reasoningEffort)).toEqual(efforts);
  });
});
