import { expect, it } from 'vitest';
import { suggestDescription } from './describe-file';

const bytes = (text: string) => new TextEncoder().encode(text);

it('says kind and first words, in one line; what has neither is called by its name', () => {
  expect(suggestDescription('/notes/a.md', bytes('# Meeting\n\n- We met.\n'))).toBe('Markdown: Meeting We met.');
  expect(suggestDescription('/Makefile', bytes('all: build'))).toBe('all: build');
  expect(suggestDescription('/empty.csv', bytes(''))).toBe('table');
});

it('cuts a long text at a word', () => {
  const about = suggestDescription('/a.txt', bytes('beamline '.repeat(1000)));
  expect(about.length).toBeLessThan(160);
  expect(about.endsWith('beamline…')).toBe(true);
});

it('cuts no letter in two', () => {
  const about = suggestDescription('/a.txt', bytes('a'.repeat(139) + '😀'.repeat(10)));
  expect(() => encodeURIComponent(about)).not.toThrow();
});

it('says nothing of what is in a file that is no text', () => {
  expect(suggestDescription('/a.png', new Uint8Array([137, 80, 78, 71, 0, 1]))).toBe('image');
  expect(suggestDescription('/a.bin', new Uint8Array([255, 254, 255, 254, 255]))).toBe('a.bin');
});
