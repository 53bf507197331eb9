import { describe, expect, it } from 'vitest';
import { asTaken, hasField, withOptions } from './body';

describe('options of a document', () => {
  const rules = { reserved: new Set(['model']), places: { top_p: ['generationConfig', 'topP'], seed: undefined } };

  it('stand where the protocol has them, beside what is there', () => {
    const body = { generationConfig: { maxOutputTokens: 9 } };
    expect(withOptions(body, { top_p: 0.5, other: 1 }, rules)).toEqual({
      generationConfig: { maxOutputTokens: 9, topP: 0.5 },
      other: 1,
    });
  });

  it('do not set what is Heddle’s to say, nor what the protocol does not have', () => {
    expect(withOptions({ model: 'm' }, { model: 'other', seed: 7 }, rules)).toEqual({ model: 'm' });
  });

  it('have one text to stop at as a list of it', () => {
    expect(withOptions({}, { stop: 'END' }, { reserved: new Set() })).toEqual({ stop: ['END'] });
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
    expect(asTaken(body, { refuses: [name], renames: {} })).toEqual(taken);
    expect(hasField(body, name)).toBe(name !== 'nothing');
  });

  it('has fields under the names that are wanted', () => {
    const renames = { max_tokens: 'max_completion_tokens' };
    expect(asTaken({ max_tokens: 9 }, { refuses: [], renames })).toEqual({ max_completion_tokens: 9 });
  });

  it('is without what the model thought where its server refuses that', () => {
    const body = { messages: [{ role: 'assistant', content: 'Yes.', reasoning_content: 'Hm.' }] };
    expect(hasField(body, 'reasoning_content')).toBe(true);
    const taken = asTaken(body, { refuses: ['reasoning_content'], renames: {} });
    expect(taken).toEqual({ messages: [{ role: 'assistant', content: 'Yes.' }] });
  });
});
