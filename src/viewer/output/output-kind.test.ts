import { describe, expect, it } from 'vitest';
import { findOutputKind } from './output-kind';

describe('what kind of text an output is', () => {
  it.each([
    '# Release notes',
    'First\n\n## What is new\nMuch',
    'It is **new**.',
    'See [the page](https://example.org).',
    '- one\n- two',
    '1. one\n\n2. two',
    'As code:\n```\nx\n```',
    'Prices:\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n',
  ])('is Markdown: %j', (text) => expect(findOutputKind(text)).toBe('markdown'));

  it.each(['', 'It is new.', '#no heading', '- one', 'a ** b', 'exit 3', '2 * 3 * 4', '[1] first'])(
    'is plain text: %j',
    (text) => expect(findOutputKind(text)).toBe('other'),
  );

  it('is Markdown where it is saved as that', () => {
    expect(findOutputKind('It is new.', 'notes.md')).toBe('markdown');
    expect(findOutputKind('It is new.', 'notes.txt')).toBe('other');
  });

  it('is a table, or JSON, whatever is in it', () => {
    expect(findOutputKind('| a | b |\n| --- | --- |\n| 1 | **2** |\n')).toBe('table');
    expect(findOutputKind('{ "a": "# no heading" }')).toBe('json');
    expect(findOutputKind('[1, 2]', 'list.md')).toBe('json');
    expect(findOutputKind('{ "a": ')).toBe('other');
    expect(findOutputKind('{ "success": false, "feedback": "Too long" }')).toBe('verdict');
    expect(findOutputKind('{ "success": 1 }')).toBe('json');
  });

  it('is not looked for in a very long text, nor does a long one take long', () => {
    expect(findOutputKind(`# ${'x'.repeat(300_000)}`)).toBe('other');
    expect(findOutputKind('- x\n'.repeat(1) + 'word\n'.repeat(30_000))).toBe('other');
  });
});
