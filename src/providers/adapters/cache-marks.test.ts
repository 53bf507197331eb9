import { describe, expect, it } from 'vitest';
import { addCacheMarks } from './cache-marks';

const mark = { cache_control: { type: 'ephemeral' } };
const text = (words: string) => ({ type: 'text', text: words });
const user = (...words: string[]) => ({ role: 'user', content: words.map(text) });
const assistant = (words: string) => ({ role: 'assistant', content: [text(words)] });
const none = { start: false, turns: false };

describe('marks of what is cached', () => {
  it('are at the end of the system prompt, or else of the tools, if the start is cached', () => {
    const start = { ...none, start: true };
    const tools = [{ name: 'a' }, { name: 'b' }];
    expect(addCacheMarks({ system: [text('a'), text('b')], tools }, start)).toEqual({
      system: [text('a'), { ...text('b'), ...mark }],
      tools,
    });
    expect(addCacheMarks({ system: [], tools }, start)).toEqual({
      system: [],
      tools: [{ name: 'a' }, { name: 'b', ...mark }],
    });
    expect(addCacheMarks({ system: 'x', tools: [] }, start)).toEqual({ system: 'x', tools: [] });
    // An empty text must not be marked.
    expect(addCacheMarks({ system: [text('')] }, start)).toEqual({ system: [text('')] });
    expect(addCacheMarks({ system: [text('a')], tools }, none)).toEqual({ system: [text('a')], tools });
  });

  it('are at the end of the last turn and of what was sent up to the turn before', () => {
    const turns = { ...none, turns: true };
    const messages = [user('one'), assistant('a'), user('two', 'more'), assistant('b'), user('three')];
    expect(addCacheMarks({ messages }, turns)).toEqual({
      messages: [
        user('one'),
        assistant('a'),
        { role: 'user', content: [text('two'), { ...text('more'), ...mark }] },
        assistant('b'),
        { role: 'user', content: [{ ...text('three'), ...mark }] },
      ],
    });
    expect(addCacheMarks({ messages: [user('one')] }, turns)).toEqual({
      messages: [{ role: 'user', content: [{ ...text('one'), ...mark }] }],
    });
    expect(addCacheMarks({ messages: ['odd', { role: 'user', content: 'x' }] }, turns)).toEqual({
      messages: ['odd', { role: 'user', content: 'x' }],
    });
    expect(addCacheMarks({ messages: 'x' }, turns)).toEqual({ messages: 'x' });
  });

  it('are at the end of the context that calls share, which is divided from the rest', () => {
    const image = { type: 'image' };
    const messages = [assistant('a'), { role: 'user', content: [image, text('shared, own'), text('more')] }, user('x')];
    const marked = (context: number, more: object = {}) =>
      addCacheMarks({ messages, ...more }, { ...none, context })['messages'];
    const [first, , last] = messages;
    expect(marked(6)).toEqual([
      first,
      { role: 'user', content: [image, { ...text('shared'), ...mark }, text(', own'), text('more')] },
      last,
    ]);
    expect(marked(0)).toEqual([
      first,
      { role: 'user', content: [{ ...image, ...mark }, text('shared, own'), text('more')] },
      last,
    ]);
    for (const all of [11, 20])
      expect(marked(all)).toEqual([
        first,
        { role: 'user', content: [image, { ...text('shared, own'), ...mark }, text('more')] },
        last,
      ]);
    // The options of a document have marks of their own.
    expect(marked(6, { cache_control: {} })).toEqual(messages);
    for (const odd of [
      'x',
      [],
      [assistant('a')],
      [{ role: 'user', content: 'x' }],
      [{ role: 'user', content: [image] }],
    ])
      expect(addCacheMarks({ messages: odd }, { ...none, context: 1 })).toEqual({ messages: odd });
  });
});
