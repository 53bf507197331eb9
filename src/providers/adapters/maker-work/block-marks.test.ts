import { expect, it } from 'vitest';
import { BlockMarks } from './block-marks';
import { formatReadableText } from './readable-text';

const block = { type: 'server_tool_use', id: 's' };
const other = { type: 'web_search_tool_result' };

it('blocks stand again where their marks were, in every protocol', () => {
  const marks = new BlockMarks();
  const [one, two] = [marks.mark(block), marks.mark(other)];
  expect(one).not.toBe(two);
  const text = (words: string) => ({ type: 'text', text: words });
  const kept = { role: 'user', content: [text('Hi'), { type: 'image' }, 7] };
  expect(marks.fill({ messages: [kept, { role: 'assistant', content: [text(one), text(two)] }, 'x'], a: 1 })).toEqual({
    messages: [kept, { role: 'assistant', content: [block, other] }, 'x'],
    a: 1,
  });
  expect(
    marks.fill({
      contents: [
        { role: 'model', parts: [text('Hi'), text(two)] },
        { role: 'user', parts: 'x' },
      ],
    }),
  ).toEqual({
    contents: [
      { role: 'model', parts: [text('Hi'), other] },
      { role: 'user', parts: 'x' },
    ],
  });
  const item = { role: 'assistant', content: [text('Hi')] };
  expect(marks.fill({ input: [item, { content: [text(one)] }, { content: two }, { type: 'reasoning' }, 'x'] })).toEqual(
    {
      input: [item, block, other, { type: 'reasoning' }, 'x'],
    },
  );
  expect(marks.fill({ messages: 'x', contents: 1, input: {} })).toEqual({ messages: 'x', contents: 1, input: {} });
});

it('a body without blocks is the same one, and no mark is that of another call', () => {
  const body = { messages: [] };
  expect(new BlockMarks().fill(body)).toBe(body);
  const marks = new BlockMarks();
  const foreign = { messages: [{ content: [{ text: new BlockMarks().mark(block) }] }] };
  marks.mark(other);
  expect(marks.fill(foreign)).toEqual(foreign);
});

it.each([
  ['x', 'x'],
  [undefined, ''],
  [null, ''],
  [7, '7'],
  [true, 'true'],
  [['a', '', null, ['b']], 'a\nb'],
  [{ query: 'a' }, 'a'],
  [{ url: 'a', title: '', text: 'b' }, 'a · b'],
  [
    { id: '1', type: 't', status: 's', signature: 'x', encrypted_content: 'x', container: {}, none: null, code: 'a' },
    'a',
  ],
  [{ items: ['a', 'b'] }, 'a\nb'],
  [{ items: ['a'], name: 'n' }, '{\n  "items": [\n    "a"\n  ],\n  "name": "n"\n}'],
  [{}, ''],
  ['x'.repeat(20_000), 'x'.repeat(20_000)],
  ['x'.repeat(20_001), `${'x'.repeat(20_000)}\n[Shortened]`],
])('what a maker’s tool says is a text for a person: %#', (value, text) => {
  expect(formatReadableText(value)).toBe(text);
});
