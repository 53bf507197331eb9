import { expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { FilledMessage } from './filled-message';
import { FilledResponse } from './filled-response';
import { answerWith, candidateWith, type Spoken } from './scripted-answer.testing';

const filled = (filler: FilledMessage | FilledResponse, events: readonly JsonObject[]) =>
  events.flatMap((event) => filler.event(event));
const typesOf = (events: readonly JsonObject[]) => events.map(({ type }) => type);
const usage = { input_tokens: 7, output_tokens: 3 };

const message = {
  start: { type: 'message_start', message: { id: 'm', content: [], usage } },
  block: { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
  text: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'fine' } },
  stop: { type: 'content_block_stop', index: 0 },
  delta: { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 3 } },
  end: { type: 'message_stop' },
};
const whole = Object.values(message);

it('leaves a message as it is that has everything', () => {
  expect(filled(new FilledMessage(), whole)).toEqual(whole);
});

it.each<[string, readonly JsonObject[]]>([
  ['the beginning of its block', [message.start, message.text, message.stop, message.delta, message.end]],
  ['the end of its block', [message.start, message.block, message.text, message.delta, message.end]],
  ['its beginning', whole.slice(1)],
  ['everything around its text', [message.text, message.delta, message.end]],
])('gives a message what it lacks: %s', (_what, events) => {
  const made = filled(new FilledMessage(), events);
  expect(typesOf(made)).toEqual(typesOf(whole));
  expect(made).toContainEqual(message.text);
});

it.each([[{}], [{ content_block: 'text' }], [{ content_block: { type: 'text' } }]])(
  'begins a block as one of text where %j says no other',
  (block) => {
    const made = filled(new FilledMessage(), [message.start, { type: 'content_block_start', ...block }]);
    expect(made).toEqual([message.start, message.block]);
  },
);

it('gives a message the usage that it lacks or has in another form, and passes over events of the future', () => {
  const start = { type: 'message_start', message: { usage: { input_tokens: '7', cost: null } } };
  const made = filled(new FilledMessage(), [start, { type: 'mood', mood: 'calm' }, { type: 'message_delta' }]);
  expect(made).toEqual([
    { type: 'message_start', message: { content: [], usage: { input_tokens: 7 } } },
    { type: 'message_delta', delta: {}, usage: { output_tokens: 0 } },
  ]);
  const odd = { type: 'error', error: 'No.' };
  expect(filled(new FilledMessage(), [odd])).toEqual([{ type: 'error', error: { type: 'api_error', message: 'No.' } }]);
});

const item = { id: 'msg', type: 'message', content: [{ type: 'output_text', text: 'fine' }] };
const response = {
  created: {
    type: 'response.created',
    sequence_number: 0,
    response: { id: 'r', model: 'm', created_at: 1, usage: null },
  },
  added: { type: 'response.output_item.added', output_index: 0, item: { id: 'msg', type: 'message', content: [] } },
  delta: { type: 'response.output_text.delta', output_index: 0, item_id: 'msg', delta: 'fine' },
  text: { type: 'response.output_text.done', output_index: 0, item_id: 'msg', text: 'fine' },
  done: { type: 'response.output_item.done', output_index: 0, item },
  completed: {
    type: 'response.completed',
    sequence_number: 9,
    response: { id: 'r', model: 'm', created_at: 1, output: [item], usage },
  },
};

it('leaves a response as it is that has everything', () => {
  const events = Object.values(response);
  expect(filled(new FilledResponse(), events)).toEqual(events);
});

const { created, added, delta, text, done, completed } = response;
it.each<[string, readonly JsonObject[]]>([
  ['its pieces', [created, added, text, done, completed]],
  ['its item', [created, delta, completed]],
  ['all but the text as a whole', [created, text, completed]],
  ['all but the item that is done', [created, done, completed]],
  ['all but the response', [created, completed]],
])('gives a response what it lacks, once: %s', (_what, events) => {
  const made = filled(new FilledResponse(), events);
  expect(typesOf(made).filter((type) => type === added.type)).toHaveLength(1);
  expect(made.filter(({ type }) => type === delta.type).map((piece) => piece['delta'])).toEqual(['fine']);
});

it('gives a response its numbers, and no usage that is none', () => {
  const failed = { type: 'response.failed', response: { error: { message: 'engine on fire' } } };
  expect(filled(new FilledResponse(), [failed])).toMatchObject([
    { sequence_number: 0, response: { error: { message: 'engine on fire' } } },
  ]);
  const ended = { type: 'response.completed', response: { usage: { input_tokens: '7', output_tokens: null } } };
  expect(filled(new FilledResponse(), [ended])).toMatchObject([{ response: { usage: null } }]);
});

it('gives an answer that is no stream the usage that it lacks', () => {
  const plain = { content: [], usage };
  expect(new FilledMessage().whole(plain)).toBe(plain);
  expect(new FilledMessage().whole({ content: [] })).toEqual({
    content: [],
    usage: { input_tokens: 0, output_tokens: 0 },
  });
  expect(new FilledResponse().whole({ output: [], usage: { input_tokens: '7' } })).toEqual({ output: [], usage: null });
});

/** Answers of servers that leave out what is optional to them, or write numbers in another way. */
const bare: readonly (readonly [what: string, protocol: Spoken, events: readonly JsonObject[]])[] = [
  [
    'a message without usage',
    'anthropic',
    [
      { type: 'message_start', message: { id: 'm' } },
      message.block,
      message.text,
      message.stop,
      { ...message.delta, usage: null },
      message.end,
    ],
  ],
  ['a message that is only its text and its end', 'anthropic', [message.text, message.delta, message.end]],
  [
    'a message with usage in texts',
    'anthropic',
    [{ type: 'message_start', message: { usage: { input_tokens: '7' } } }, ...whole.slice(1)],
  ],
  ['a response whose text came as a whole', 'openai', [created, text, completed]],
  [
    'a response without ids and positions',
    'openai',
    [
      { type: delta.type, delta: 'fine' },
      { type: 'response.completed', response: { status: 'completed' } },
    ],
  ],
  [
    'a response with usage in texts',
    'openai',
    [created, added, delta, done, { type: 'response.completed', response: { usage: { input_tokens: '7' } } }],
  ],
  [
    'a candidate with usage in texts',
    'google',
    [{ ...candidateWith([{ text: 'fine' }], 'STOP'), usageMetadata: { promptTokenCount: '7' } }],
  ],
];

it.each(bare)('%s counts', async (_what, protocol, events) => {
  expect(await answerWith(protocol, events)).toMatchObject({ content: 'fine', finishReason: 'stop' });
});

it('a response that failed without a number fails in the words of the server', async () => {
  const failed = {
    type: 'response.failed',
    response: { status: 'failed', error: { code: 'server_error', message: 'engine on fire' } },
  };
  await expect(answerWith('openai', [created, failed])).rejects.toThrow('engine on fire');
});
