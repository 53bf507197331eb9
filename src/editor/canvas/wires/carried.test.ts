import { expect, it } from 'vitest';
import { describeCarried } from './carried';

const stored = (text: string, length = text.length) => ({ text, length });

it('says what a wire carried: its kind, size and first words, of the part that is read', () => {
  const facts = stored('{"title":"Looms","tags":["warp","weft"]}');
  expect(describeCarried('facts', stored('The loom\nis old.'), [])).toBe('Text, 16 characters: “The loom is old.”');
  expect(describeCarried('facts', facts, [{ text: 'facts' }])).toMatch(/^Object of 2 fields, 40 characters: \{"title/);
  expect(describeCarried('facts', facts, [{ text: 'facts.output.tags' }])).toBe(
    'facts.output.tags · List of 2, 15 characters: ["warp","weft"]',
  );
  expect(describeCarried('facts', facts, [{ text: 'facts.output.tags' }, { text: 'facts' }])).toMatch(/^Object/);
  // Only the start is on the page.
  expect(describeCarried('facts', stored('["a', 90_000), [])).toBe('Text, 90,000 characters: “["a…”');
});
