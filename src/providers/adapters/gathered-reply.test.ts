import { expect, it } from 'vitest';
import { GatheredReply } from './gathered-reply';
import type { SdkUsage } from './sdk-types';

const provider = { id: 'lab', label: 'Lab', protocol: 'anthropic', baseUrl: 'http://lab/v1', needsKey: false } as const;
const usage = (input: number | undefined, output: number | undefined, reasoning?: number): SdkUsage => ({
  inputTokens: { total: input, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: output, text: undefined, reasoning },
});

it('keeps thoughts, texts and calls in their order, each with what its maker said of it', () => {
  const reply = new GatheredReply(provider);
  reply.open('reasoning', '0', undefined);
  reply.add('reasoning', '0', 'Hm.', undefined);
  reply.add('reasoning', '0', '', { anthropic: { signature: 'sig' } });
  reply.close('reasoning', '0', undefined);
  reply.open('text', '1', undefined);
  reply.add('text', '1', 'I look.', undefined);
  reply.close('text', '1', undefined);
  reply.call({ id: 'c', name: 'look', arguments: '{}' }, undefined);
  expect(reply.finish({ unified: 'stop', raw: undefined }, usage(9, 7, 3), 'lab:m')).toMatchObject({
    content: 'I look.',
    finishReason: 'tool_calls',
    toolCalls: [{ id: 'c' }],
    reasoningTokens: 3,
    origin: {
      by: 'lab:m',
      parts: [
        { kind: 'reasoning', text: 'Hm.', opaque: { anthropic: { signature: 'sig' } } },
        { kind: 'text', length: 7 },
        { kind: 'call' },
      ],
      tokens: 3,
    },
  });
});

it('has no origin where there is no more to it than its text', () => {
  const reply = new GatheredReply(provider);
  reply.open('text', '0', undefined);
  reply.add('text', '0', 'Yes.', undefined);
  expect(reply.finish({ unified: 'stop', raw: undefined }, usage(9, 1), 'lab:m')).not.toHaveProperty('origin');
});

it('takes 0 tokens for none told, save of a reply that is empty', () => {
  const reply = new GatheredReply(provider);
  expect(reply.finish({ unified: 'stop', raw: undefined }, usage(0, 0), 'lab:m')).toMatchObject({
    inputTokens: null,
    outputTokens: 0,
  });
  reply.open('text', '0', undefined);
  reply.add('text', '0', 'Yes.', undefined);
  expect(reply.finish({ unified: 'stop', raw: undefined }, usage(0, 0), 'lab:m')).toMatchObject({
    inputTokens: null,
    outputTokens: null,
  });
});

it('stops at more than 4 MB of signatures, however they are cut', () => {
  const reply = new GatheredReply(provider);
  reply.open('reasoning', '0', undefined);
  const more = () => reply.add('reasoning', '0', '', { anthropic: { signature: 'A'.repeat(2 ** 20) } });
  for (let megabyte = 1; megabyte < 4; megabyte += 1) more();
  expect(more).toThrow('more than 4 MB of signatures');
});

it('counts what was cached, read and written, where the server tells it', () => {
  const reply = new GatheredReply(provider);
  const told = usage(9, 7);
  const finish = (inputTokens: object) =>
    reply.finish(
      { unified: 'stop', raw: undefined },
      { ...told, inputTokens: { ...told.inputTokens, ...inputTokens } },
      'x',
    );
  expect(finish({})).toMatchObject({ cachedTokens: 0, inputTokens: 9, outputTokens: 7 });
  expect(finish({})).not.toHaveProperty('cacheWriteTokens');
  expect(finish({})).not.toHaveProperty('reasoningTokens');
  expect(finish({ cacheRead: 3, cacheWrite: 4 })).toMatchObject({ cachedTokens: 3, cacheWriteTokens: 4 });
});

it.each([
  ['stop', 'stop'],
  ['length', 'length'],
  ['content-filter', 'content_filter'],
  ['tool-calls', 'tool_calls'],
  ['other', undefined],
  ['error', undefined],
] as const)('ends with %s as %s, and as a pause only where the maker’s tools are still at it', (unified, reason) => {
  const reply = new GatheredReply(provider);
  const finish = (raw?: string) => reply.finish({ unified, raw }, usage(1, 1), 'x')?.finishReason;
  const paused = reason === 'content_filter' ? reason : 'stop';
  expect([finish(), finish('pause_turn')]).toEqual([reason, paused]);
  reply.maker({ kind: 'maker', id: 'm', name: 'web_search' });
  expect([finish(), finish('pause_turn')]).toEqual([reason, 'paused']);
});

it('names each page once, with the title that came first, up to a hundred', () => {
  const reply = new GatheredReply(provider);
  const sources = () => {
    const { origin } = reply.finish({ unified: 'stop', raw: undefined }, usage(1, 1), 'x') ?? {};
    return { sources: origin?.sources, more: origin?.moreSources };
  };
  for (const url of ['file:///etc/passwd', 'javascript:1', 'x', `https://a.example/${'x'.repeat(2000)}`])
    reply.source({ url });
  expect(sources()).toEqual({ sources: undefined, more: undefined });
  reply.source({ url: 'https://a.example/', title: '' });
  reply.source({ url: 'https://a.example/', title: 't'.repeat(301) });
  reply.source({ url: 'https://a.example/', title: 'other' });
  const long = `https://b.example/${'x'.repeat(2000 - 'https://b.example/'.length)}`;
  reply.source({ url: long });
  expect(sources()).toEqual({
    sources: [{ url: 'https://a.example/', title: 't'.repeat(300) }, { url: long }],
    more: undefined,
  });
  for (let n = 2; n < 103; n += 1) reply.source({ url: `https://c.example/${n}` });
  reply.source({ url: 'https://a.example/' });
  expect(sources().sources).toHaveLength(100);
  expect(sources().more).toBe(3);
});

it('stops at more than 16 MB of results of the maker’s tools', () => {
  const reply = new GatheredReply(provider);
  const maker = (size: number) =>
    reply.maker({ kind: 'maker', id: 'm', name: 'web_fetch', block: { x: 'x'.repeat(size - '{"x":""}'.length) } });
  for (let part = 0; part < 4; part += 1) maker(2 ** 22);
  reply.maker({ kind: 'maker', id: 'm', name: 'web_search' });
  expect(() => maker(9)).toThrow('more than 16 MB of results of its own tools');
});

it('keeps what each maker said of a part, without what is empty', () => {
  const reply = new GatheredReply(provider);
  reply.open('text', '0', { a: { x: 1, none: null }, b: {} });
  reply.add('text', '0', '', { a: { y: 2 }, c: { z: [3] } });
  reply.add('text', 'other', 'lost', { a: { y: 9 } });
  reply.add('reasoning', '0', 'lost', { a: { y: 9 } });
  reply.close('text', '0', { a: { x: 4 } });
  reply.open('text', '1', { a: {} });
  const { origin, content } = reply.finish({ unified: 'stop', raw: undefined }, usage(1, 1), 'x') ?? {};
  expect(content).toBe('');
  // A text without anything is no part.
  expect(origin?.parts).toEqual([{ kind: 'text', length: 0, opaque: { a: { x: 4, y: 2 }, c: { z: [3] } } }]);
});

it('ends with its calls where a server says that it stopped, and as cut off where it was', () => {
  const call = { id: 'c', name: 'look', arguments: '{}' };
  const ended = (unified: 'stop' | 'length', hasCall: boolean) => {
    const reply = new GatheredReply(provider);
    reply.open('text', '0', undefined);
    reply.add('text', '0', 'Yes.', undefined);
    if (hasCall) reply.call(call, undefined);
    return reply.finish({ unified, raw: undefined }, usage(1, 1), 'x');
  };
  expect(ended('stop', true)).toMatchObject({ finishReason: 'tool_calls', toolCalls: [call], content: 'Yes.' });
  expect(ended('length', true)).toMatchObject({ finishReason: 'length', toolCalls: [call] });
  expect(ended('stop', false)).toMatchObject({ finishReason: 'stop' });
  for (const hasCall of [true, false]) expect(ended('stop', hasCall)).not.toHaveProperty('origin');
  expect(ended('stop', false)).not.toHaveProperty('toolCalls');
});
