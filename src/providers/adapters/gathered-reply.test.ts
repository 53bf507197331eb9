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
