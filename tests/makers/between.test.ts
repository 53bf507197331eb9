import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Aimock, startAimock } from '../../e2e/servers/aimock';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { type Portkey, startPortkey } from '../../e2e/servers/portkey';
import { lookTool, type MakerCase, makerCases, providerFor, runLab } from './lab';

/** Third-party servers, so that our reading of the protocols is not checked by ourselves alone. */
let makers: Makers;
let gateway: Portkey;
let mock: Aimock;
beforeAll(async () => {
  const call = { name: 'look', args: { page: 1 } };
  const says = {
    match: 'Ask',
    thinking: 'I look outside.',
    call,
    reply: 'Sunny it is',
    inputTokens: 40,
    outputTokens: 20,
  };
  [makers, gateway, mock] = await Promise.all([startMakers(), startPortkey(), startAimock([says])]);
});
afterAll(() => Promise.all([gateway.close(), makers.close(), mock.close()]));
beforeEach(() => makers.reset());

describe('through the Portkey gateway, which is told by headers where to ask', () => {
  const plain: MakerCase = { maker: 'plain', protocol: 'compatible', model: 'test' };
  const provider = () => providerFor(plain, gateway.base, { headers: gateway.headersTo('openai', makers.base.plain) });

  test('a text', async () => {
    const text = 'default_model: "plain:test"\ntasks:\n  ask: { description: "Say it. [reply:Good day]" }\n';
    const run = await runLab(text, { providers: [provider()] });
    expect([run.status, run.failure]).toEqual(['completed', '']);
    expect(run.of('task.completed')[0]?.result).toBe('Good day');
  });

  test('tools over five turns', async () => {
    const text = `default_model: "plain:test"\n${lookTool}tasks:\n  ask: { description: "Look around. [tools:5]" }\n`;
    const run = await runLab(text, { providers: [provider()] });
    expect([run.status, run.failure]).toEqual(['completed', '']);
    expect(makers.requests.map(({ turn }) => turn)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(makers.refused()).toEqual([]);
  });

  test('a refused parameter is learned', async () => {
    const text =
      'default_model: "plain:test"\ntasks:\n  ask: { description: "Say it. [param:verbosity]", options: { verbosity: low } }\n';
    const run = await runLab(text, { providers: [provider()] });
    expect([run.status, run.failure]).toEqual(['completed', '']);
    expect(run.of('model.learned')).toMatchObject([{ data: { parameter: 'verbosity' } }]);
  });
});

describe('aimock', () => {
  // It decides by name whether a model thinks.
  const models: Readonly<Record<MakerCase['maker'], string>> = {
    openai: 'gpt-5',
    anthropic: 'claude-opus-5',
    google: 'gemini-3.8-flash',
    plain: 'gpt-5',
  };

  test.each(makerCases)('$protocol: a call with a thought before it, and an answer', async (one) => {
    const path = one.protocol === 'google' ? '/v1beta' : '/v1';
    const text = `default_model: "${one.maker}:${models[one.maker]}"\n${lookTool}tasks:\n  ask: { description: Ask. }\n`;
    const run = await runLab(text, { providers: [providerFor(one, `${mock.url}${path}`)] });
    expect([run.status, run.failure]).toEqual(['completed', '']);
    expect(run.of('task.completed')[0]?.result).toBe('Sunny it is');
    const replies = run.of('model.replied');
    expect(replies.map(({ data }) => data.reasoning?.text)).toEqual(['I look outside.', 'I look outside.']);
    expect(replies[1]?.data.usage).toMatchObject({ outputTokens: 20, estimated: false });
  });
});
