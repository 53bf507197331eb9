import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { answerWith, candidateWith, chatChunk, messageStart, responseWith } from './scripted-answer.testing';

const fine = chatChunk({ content: 'fine' });
const stop = chatChunk({}, 'stop');
const done = 'data: [DONE]\n\n';

describe('a chat completion', () => {
  it.each<[string, readonly (JsonObject | string)[]]>([
    ['plain', [fine, stop, done]],
    ['rubbish behind the end', [fine, stop, 'data:[DONE]\n\n', ': bye\n\n', 'data: {"x":\n\n']],
    ['rubbish behind the reason', [fine, stop, 'data: oops\n\n', 'data: {"x":1}\n\n', done]],
    ['no mark of the end', [fine, stop]],
    ['no empty line at the end', [fine, `data: ${JSON.stringify(stop)}`]],
    ['text of another choice', [fine, { choices: [{ index: 1, delta: { content: 'XX' } }] }, stop, done]],
    [
      'several choices in one event',
      [
        {
          choices: [
            { index: 1, delta: { content: 'XX' }, finish_reason: 'length' },
            { index: 0, delta: { content: 'fine' } },
          ],
        },
        stop,
      ],
    ],
    [
      'a message in place of a delta',
      [{ choices: [{ index: 0, message: { content: 'fine' }, finish_reason: 'stop' }] }],
    ],
    [
      'the message once more at the end',
      [fine, { choices: [{ index: 0, delta: {}, message: { content: 'fine' }, finish_reason: 'stop' }] }],
    ],
    ['reasons before the end', [chatChunk({ content: 'fi' }, ''), chatChunk({ content: 'ne' }, 'null'), stop, done]],
    [
      'fields of other types',
      [{ id: 7, created: 'x', model: null, choices: [{ delta: { role: 9, content: 'fine' } }] }, stop],
    ],
    [
      'thoughts that the prompt opened',
      [
        chatChunk({ content: 'Hm, le' }),
        chatChunk({ content: 't me.</thi' }),
        chatChunk({ content: 'nk>\n\nfine' }),
        stop,
      ],
    ],
  ])('is read: %s', async (_, events) => {
    expect(await answerWith('compatible', events)).toMatchObject({ content: 'fine', finishReason: 'stop' });
  });

  it('has the usage that is in numbers', async () => {
    const usage = { prompt_tokens: '7', completion_tokens: null, total_tokens: 10, prompt_tokens_details: null };
    const reply = await answerWith('compatible', [fine, stop, { choices: [], usage }, done]);
    expect(reply).toMatchObject({ content: 'fine', inputTokens: 7, outputTokens: null, cachedTokens: 0 });
  });

  it('is read as a document, too', async () => {
    const call = { id: 'a', type: 'function', function: { name: 'sum', arguments: { a: 1 } } };
    const reply = await answerWith('compatible', {
      choices: [
        { index: 1, message: { content: 'XX' }, finish_reason: 'error' },
        { index: 0, message: { role: 'assistant', content: 'fine', tool_calls: [call] }, finish_reason: 'stop' },
      ],
      usage: { prompt_tokens: '7' },
    });
    expect(reply).toMatchObject({
      content: 'fine',
      inputTokens: 7,
      toolCalls: [{ name: 'sum', arguments: '{"a":1}' }],
    });
  });
});

describe('thoughts that the prompt opened', () => {
  const reply = (text: string) => answerWith('compatible', [chatChunk({ content: text }), stop]);

  it.each([
    ['Hm.\n</think>\n\nfine', 'Hm.\n', 'fine'],
    ['Hm.</think>fine', 'Hm.', 'fine'],
    ['</think>\nfine', undefined, 'fine'],
    ['Is it "a"? `x`, then.\n</think>fine', 'Is it "a"? `x`, then.\n', 'fine'],
  ])('are closed in %j', async (text, thoughts, content) => {
    const { origin, ...given } = await reply(text);
    expect(given.content).toBe(content);
    expect(origin?.parts.map((part) => (part.kind === 'reasoning' ? part.text : part.kind))).toEqual(
      thoughts === undefined ? undefined : [thoughts, 'text'],
    );
  });

  it.each([
    'The tag `</think>` closes them.',
    'The tag "</think>" closes them.',
    'A pair: <think>x</think> is kept.',
    'The tag </think> closes them.',
    '```\na</think>b\n```',
    '{"html":"a</think>b"}',
  ])('are none where the tag is spoken of: %s', async (text) => {
    expect(await reply(text)).toMatchObject({ content: text });
  });
});

describe('an end that is not known as a good one', () => {
  const half = chatChunk({ content: 'half of the' });
  const text = (type: string, more: JsonObject) => ({ type, index: 0, ...more });
  const message = (reason: string) => [
    messageStart,
    text('content_block_start', { content_block: { type: 'text', text: '' } }),
    text('content_block_delta', { delta: { type: 'text_delta', text: 'half of the' } }),
    text('content_block_stop', {}),
    { type: 'message_delta', delta: { stop_reason: reason, stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
  const item = { id: 'msg', type: 'message', role: 'assistant', status: 'completed' };
  const response = (type: string, more: JsonObject) => [
    { type: 'response.created', response: responseWith('in_progress') },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
    { type: 'response.output_text.delta', item_id: 'msg', output_index: 0, content_index: 0, delta: 'half of the' },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, content: [{ type: 'output_text', text: 'half of the', annotations: [] }] },
    },
    { type, response: responseWith('completed', more) },
  ];

  it.each<[string, Parameters<typeof answerWith>, RegExp]>([
    ['error (OpenRouter)', ['compatible', [half, chatChunk({}, 'error'), done]], /“error”/],
    ['abort (vLLM)', ['compatible', [half, chatChunk({}, 'abort'), done]], /“abort”/],
    ['a new word', ['compatible', [half, chatChunk({}, 'tired'), done]], /“tired”/],
    ['none', ['compatible', [half, done]], /was cut off/],
    [
      'of a document',
      ['compatible', { choices: [{ message: { content: 'half' }, finish_reason: 'abort' }] }],
      /“abort”/,
    ],
    ['of messages', ['anthropic', message('tired')], /“tired”/],
    ['of Responses, incomplete', ['openai', response('response.incomplete', { status: 'incomplete' })], /“incomplete”/],
    ['of Responses, cancelled', ['openai', response('response.completed', { status: 'cancelled' })], /“cancelled”/],
    ['of Gemini', ['google', [candidateWith([{ text: 'half of the' }], 'OTHER')]], /“OTHER”/],
    [
      'a malformed call of Gemini',
      [
        'google',
        [candidateWith([], 'MALFORMED_FUNCTION_CALL', { finishMessage: 'Malformed function call: print(sum(' })],
      ],
      /“MALFORMED_FUNCTION_CALL”.* It says: Malformed function call: print\(sum\(/,
    ],
  ])('is a cut answer, which may be asked for again: %s', async (_, asked, words) => {
    await expect(answerWith(...asked)).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
      retryable: true,
      details: { kind: 'cut_off' },
      message: expect.stringMatching(words),
    });
  });

  it('is one of a good end in each protocol', async () => {
    expect((await answerWith('anthropic', message('end_turn'))).content).toBe('half of the');
    expect((await answerWith('openai', response('response.completed', {}))).content).toBe('half of the');
    expect((await answerWith('google', [candidateWith([{ text: 'half of the' }], 'STOP')])).content).toBe(
      'half of the',
    );
  });
});

it('only the first candidate of Gemini counts', async () => {
  const other = { content: { parts: [{ text: 'XX' }], role: 'model' }, index: 1, finishReason: 'OTHER' };
  const events = [
    { candidates: [other] },
    { candidates: [{ content: { parts: [{ text: 'fine' }], role: 'model' }, index: 0, finishReason: 'STOP' }, other] },
  ];
  expect(await answerWith('google', events)).toMatchObject({ content: 'fine', finishReason: 'stop' });
});

it('what a maker’s own tools did is not touched', async () => {
  const use = { type: 'server_tool_use', id: 's', name: 'web_search', input: {} };
  const events = [
    messageStart,
    { type: 'content_block_start', index: 0, content_block: use },
    { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"query":"x"}' } },
    { type: 'content_block_stop', index: 0 },
    {
      type: 'content_block_start',
      index: 1,
      content_block: { type: 'tool_use', id: 'c', name: 'sum', input: { a: 1 } },
    },
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 5 } },
    { type: 'message_stop' },
  ];
  expect(await answerWith('anthropic', events)).toMatchObject({ toolCalls: [{ id: 'c', arguments: '{"a":1}' }] });
});

it('pieces of a call, in Responses, whose item has no end', async () => {
  const item = { id: 'fc', type: 'function_call', call_id: 'c', name: 'sum', status: 'in_progress', arguments: '' };
  const events = (more: readonly JsonObject[]) => [
    { type: 'response.created', response: responseWith('in_progress') },
    { type: 'response.output_item.added', output_index: 0, item },
    ...more,
    { type: 'response.completed', response: responseWith('completed') },
  ];
  const delta = { type: 'response.function_call_arguments.delta', item_id: 'fc', output_index: 0, delta: '{"a":1}' };
  const whole = { type: 'response.function_call_arguments.done', item_id: 'fc', output_index: 0, arguments: { a: 1 } };
  for (const more of [[delta], [whole], [delta, whole]]) {
    expect(await answerWith('openai', events(more))).toMatchObject({
      finishReason: 'tool_calls',
      toolCalls: [{ id: 'c', name: 'sum', arguments: '{"a":1}' }],
    });
  }
});

it('an event in several lines is read', async () => {
  const lines = JSON.stringify(candidateWith([{ text: 'fine' }], 'STOP'), null, 1).replaceAll('\n', '\ndata: ');
  expect(await answerWith('google', [`data: ${lines}\n\n`])).toMatchObject({ content: 'fine', finishReason: 'stop' });
});
