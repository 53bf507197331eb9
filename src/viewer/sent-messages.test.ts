import { expect, it } from 'vitest';
import { formatMessageText, readMessages, readThoughts } from './sent-messages';

const parts = [
  { kind: 'reasoning', text: 'First I look.', opaque: { maker: { signature: 'sealed' } } },
  { kind: 'reasoning', text: '' },
  { kind: 'text', length: 4, text: 'Of another kind.' },
  { kind: 'reasoning', text: 'Then I ask.' },
  { kind: 'call' },
];
const toolCalls = [{ id: 'c1', name: 'look', arguments: '{}' }];
const read = (message: object) => readMessages(JSON.stringify([message]))?.[0];

it('tells what a model thought apart from what it said', () => {
  const message = read({ role: 'assistant', content: 'Wait', toolCalls, origin: { by: 'a:b', parts } });
  expect(message && formatMessageText(message)).toBe('Wait\nlook({})');
  expect(message && readThoughts(message)).toBe('First I look.\n\nThen I ask.');
  expect(JSON.stringify(message)).not.toContain('sealed');
});

it('reads a message whose thoughts have another form as one without them', () => {
  const message = read({ role: 'assistant', content: 'Wait', origin: { parts: 'none' } });
  expect(message && formatMessageText(message)).toBe('Wait');
  expect(message && readThoughts(message)).toBe('');
});
