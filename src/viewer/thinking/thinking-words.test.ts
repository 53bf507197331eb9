import { expect, it } from 'vitest';
import { cutTail, formatThinkingTitle } from './thinking-words';

it('names a fold by its tokens, where they are known', () => {
  expect([undefined, 0, 1, 412, 18_400].map((tokens) => formatThinkingTitle(tokens))).toEqual([
    'Thinking',
    'Thinking',
    'Thinking · 1 token',
    'Thinking · 412 tokens',
    'Thinking · 18,400 tokens',
  ]);
  expect(formatThinkingTitle(7, 'Thinking of the last call')).toBe('Thinking of the last call · 7 tokens');
});

it('shows the end of a long text from the start of a word on', () => {
  expect(cutTail('All of it.', 20)).toBe('All of it.');
  expect(cutTail('The tide is high at seven', 12)).toBe('… at seven');
  expect(cutTail('潮が高い'.repeat(10), 8)).toBe(`… ${'潮が高い'.repeat(2)}`);
});
