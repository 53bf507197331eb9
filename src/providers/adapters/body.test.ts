import { describe, expect, it } from 'vitest';
import { adaptBody, addOptions, findFieldPath } from './body';

describe('options of a document', () => {
  const rules = { reserved: new Set(['model']), places: { top_p: ['generationConfig', 'topP'], seed: undefined } };

  it('stand where the protocol has them, beside what is there', () => {
    const body = { generationConfig: { maxOutputTokens: 9 } };
    expect(addOptions(body, { top_p: 0.5, other: 1 }, rules)).toEqual({
      generationConfig: { maxOutputTokens: 9, topP: 0.5 },
      other: 1,
    });
  });

  it('do not set what is Heddle’s to say, nor what the protocol does not have', () => {
    expect(addOptions({ model: 'm' }, { model: 'other', seed: 7 }, rules)).toEqual({ model: 'm' });
  });

  it('have one text to stop at as a list of it', () => {
    expect(addOptions({}, { stop: 'END' }, { reserved: new Set() })).toEqual({ stop: ['END'] });
  });
});

describe('a body as the model takes it', () => {
  it.each([
    ['temperature', { temperature: 1, top_p: 1 }, { top_p: 1 }],
    ['top_k', { generationConfig: { topK: 1, topP: 1 } }, { generationConfig: { topP: 1 } }],
    ['reasoning.effort', { reasoning: { effort: 'low' }, store: false }, { store: false }],
    ['effort', { output_config: { effort: 'low', format: {} } }, { output_config: { format: {} } }],
    ['nothing', { a: 1 }, { a: 1 }],
  ])('is without %s', (name, body, taken) => {
    expect(adaptBody(body, { refuses: [name], renames: {} })).toEqual(taken);
    expect(findFieldPath(body, name) !== undefined).toBe(name !== 'nothing');
  });

  it('has fields under the names that are wanted', () => {
    const renames = { max_tokens: 'max_completion_tokens' };
    expect(adaptBody({ max_tokens: 9 }, { refuses: [], renames })).toEqual({ max_completion_tokens: 9 });
  });

  it('is without what the model thought where its server refuses that', () => {
    const body = { messages: [{ role: 'assistant', content: 'Yes.', reasoning_content: 'Hm.' }] };
    expect(findFieldPath(body, 'reasoning_content') !== undefined).toBe(true);
    const taken = adaptBody(body, { refuses: ['reasoning_content'], renames: {} });
    expect(taken).toEqual({ messages: [{ role: 'assistant', content: 'Yes.' }] });
  });
});

it.each<[string, object, object]>([
  ['thinking_budget', { generationConfig: { thinkingBudget: 1, topP: 1 } }, { generationConfig: { topP: 1 } }],
  ['topP', { generationConfig: { topP: 1 }, topP: 2 }, { generationConfig: { topP: 1 } }],
  ['generation_config.top_k', { generation_config: { topK: 1, x: 1 } }, { generation_config: { x: 1 } }],
  ['verbosity', { text: { verbosity: 'low' }, x: 1 }, { x: 1 }],
  ['text.verbosity', { text: { verbosity: 'low', format: 1 } }, { text: { format: 1 } }],
  ['a.b', { a: 'text', x: 1 }, { a: 'text', x: 1 }],
  ['a.b.c', { a: { b: { c: 1 } } }, {}],
])('a body without %s keeps the rest', (name, body, taken) => {
  expect(adaptBody(body as never, { refuses: [name], renames: {} })).toEqual(taken);
});

it('a body without thoughts keeps what is no list of messages, and what is no message', () => {
  const without = (messages: unknown) =>
    adaptBody({ messages, x: 1 } as never, { refuses: ['reasoning_content'], renames: {} });
  expect(without('none')).toEqual({ messages: 'none', x: 1 });
  expect(without([1, { reasoning_content: 'Hm.', content: 'x' }])).toEqual({ messages: [1, { content: 'x' }], x: 1 });
});

it('a body has a field that a server names, also where the name stands in a text', () => {
  expect(findFieldPath({ messages: [{ content: 'no reasoning_content' }] }, 'reasoning_content') !== undefined).toBe(
    false,
  );
  expect(findFieldPath({}, 'reasoning_content') !== undefined).toBe(false);
  expect(
    findFieldPath({ messages: [{ content: [{ cache_control: { type: 'ephemeral' } }] }] }, 'cache_control') !==
      undefined,
  ).toBe(true);
  expect(findFieldPath({ messages: [{ content: 'cache_control' }] }, 'cache_control') !== undefined).toBe(false);
});

it('options stand beside what is there, and in place of what is no object', () => {
  const rules = { reserved: new Set(['model']), places: { effort: ['output', 'effort'], model_x: ['model', 'x'] } };
  expect(addOptions({ output: 'x', a: 1 }, { effort: 'low' }, rules)).toEqual({ output: { effort: 'low' }, a: 1 });
  expect(addOptions({ model: 'm' }, { model_x: 1, stop: ['a'], constructor: 1 }, rules)).toEqual({
    ...{ model: 'm', stop: ['a'] },
    ['constructor']: 1,
  });
  expect(adaptBody({ a: 1, b: 2 }, { refuses: [], renames: { a: 'c', none: 'd' } })).toEqual({ b: 2, c: 1 });
});
