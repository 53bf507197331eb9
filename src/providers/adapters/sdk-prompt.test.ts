import { expect, it } from 'vitest';
import { buildSdkPrompt } from './sdk-prompt';
import { isPlacedInResults } from './tool-files';

const model = { provider: 'google', model: 'gemini-3.8-flash' };
const rules = {
  fileOf: String,
  markOf: JSON.stringify,
  place: isPlacedInResults,
  facts: { takes: ['image'] },
} as const;
const call = (id: string) => ({ id, name: 'look', arguments: '{}' });
const result = (id: string) => ({ role: 'tool', toolCallId: id, name: 'look', content: id }) as const;

it('tells the results of the calls of one turn in one message, in their order', () => {
  const prompt = buildSdkPrompt(
    [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: '', toolCalls: [call('a'), call('b')] },
      result('a'),
      result('b'),
      { role: 'assistant', content: '', toolCalls: [call('c')] },
      result('c'),
    ],
    model,
    rules,
  );
  expect(prompt.map(({ role, content }) => [role, content.length])).toEqual([
    ['user', 1],
    ['assistant', 2],
    ['tool', 2],
    ['assistant', 1],
    ['tool', 1],
  ]);
  expect(prompt[2]).toMatchObject({ content: [{ toolCallId: 'a' }, { toolCallId: 'b' }] });
});

it('tells what a model thought to that model alone', () => {
  const thought = { kind: 'reasoning', text: 'Hm.', opaque: { google: { thoughtSignature: 's' } } } as const;
  const message = {
    role: 'assistant',
    content: 'Yes.',
    origin: { by: 'google:gemini-3.8-flash', parts: [thought, { kind: 'text', length: 4 }] },
  } as const;
  expect(buildSdkPrompt([message], model, rules)[0]?.content).toEqual([
    { type: 'reasoning', text: 'Hm.', providerOptions: thought.opaque },
    { type: 'text', text: 'Yes.' },
  ]);
  expect(buildSdkPrompt([message], { ...model, model: 'other' }, rules)[0]?.content).toEqual([
    { type: 'text', text: 'Yes.' },
  ]);
});

it('sends files before the text, by their own names', () => {
  const file = { name: 'plans/one.png', ref: 'r', kind: 'image', mediaType: 'image/png', bytes: 9 } as const;
  const [user] = buildSdkPrompt([{ role: 'user', content: 'See.', attachments: [file] }], model, {
    ...rules,
    fileOf: () => 'x',
  });
  expect(user?.content).toEqual([
    { type: 'file', mediaType: 'image/png', filename: 'one.png', data: { type: 'data', data: 'x' } },
    { type: 'text', text: 'See.' },
  ]);
});

it('sends files of tools in their results, or after all results of the turn, and tells of those that it cannot', () => {
  const image = { name: 'a.png', ref: 'r', kind: 'image', mediaType: 'image/png', bytes: 9 } as const;
  const audio = { ...image, name: 'b.wav', kind: 'audio', mediaType: 'audio/wav' } as const;
  const turn = [
    { role: 'assistant', content: '', toolCalls: [call('a'), call('b')] },
    { ...result('a'), attachments: [image, audio] },
    { ...result('b'), attachments: [image], isError: true },
    { role: 'user', content: 'So?' },
  ] as const;
  const all = { takes: ['image', 'audio'] } as const;
  const prompt = buildSdkPrompt(turn, model, { ...rules, facts: all, fileOf: () => 'x' });
  expect(prompt.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user', 'user']);
  expect(prompt[1]?.content).toMatchObject([
    {
      output: {
        type: 'content',
        value: [{ type: 'text', text: expect.stringContaining('carries no audio/wav') }, { filename: 'a.png' }],
      },
    },
    { output: { type: 'error-text', value: expect.stringContaining('it follows') } },
  ]);
  expect(prompt[2]?.content).toMatchObject([{ filename: 'a.png' }, { text: 'Given by the tool look.' }]);
  const none = buildSdkPrompt(turn, model, { ...rules, facts: { takes: ['audio'] }, fileOf: () => 'x' });
  expect(none.map(({ role }) => role)).toEqual(['assistant', 'tool', 'user']);
  expect(JSON.stringify(none)).toContain('this model takes no images');
  const unknown = buildSdkPrompt(turn, model, { ...rules, facts: {}, fileOf: () => 'x' });
  expect(JSON.stringify(unknown)).toContain('it is not known whether this model takes images');
});

it('sends a reply part by part to the model that made it, and to another only what it said and called', () => {
  const opaque = { lab: { s: 1 } };
  const message = {
    role: 'assistant',
    content: 'OneTwo',
    toolCalls: [{ id: 'a', name: 'look', arguments: '[1]' }],
    origin: {
      by: 'google:gemini-3.8-flash',
      parts: [
        { kind: 'text', length: 3, opaque },
        { kind: 'maker', id: 'm', name: 'web_search', block: { b: 1 } },
        { kind: 'maker', id: 'n', name: 'web_search' },
        { kind: 'text', length: 3 },
        { kind: 'call', opaque },
        { kind: 'call' },
      ],
    },
  } as const;
  expect(buildSdkPrompt([message], model, rules)[0]?.content).toEqual([
    { type: 'text', text: 'One', providerOptions: opaque },
    { type: 'text', text: '{"b":1}' },
    { type: 'text', text: 'Two' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { NOT_JSON: '[1]' }, providerOptions: opaque },
  ]);
  const other = { ...model, model: 'other' };
  expect(buildSdkPrompt([message], other, rules)[0]?.content).toEqual([
    { type: 'text', text: 'OneTwo' },
    { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { NOT_JSON: '[1]' } },
  ]);
  // A server that takes any text is sent what the model wrote.
  expect(buildSdkPrompt([message], other, { ...rules, takesAnyArguments: true })[0]?.content).toMatchObject([
    {},
    { input: '[1]' },
  ]);
  const silent = { ...message, content: '', toolCalls: [] } as const;
  expect(buildSdkPrompt([silent], other, rules)).toEqual([]);
  expect(buildSdkPrompt([silent], model, rules)).toHaveLength(1);
  expect(buildSdkPrompt([{ role: 'assistant', content: '' }], model, rules)).toEqual([]);
  const calling = { role: 'assistant', content: '', toolCalls: [{ ...call('a'), arguments: '{"x":1}' }] } as const;
  expect(buildSdkPrompt([calling], other, rules)[0]?.content).toEqual([
    { type: 'tool-call', toolCallId: 'a', toolName: 'look', input: { x: 1 } },
  ]);
});
