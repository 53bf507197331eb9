import { expect, it } from 'vitest';
import { parseYaml } from './parse-yaml';

/** What is wrong in a text: the words, and what they are about. */
const problemsIn = (text: string) =>
  parseYaml(text).reading.diagnostics.map(({ message, range }) => [message, range && text.slice(range.from)]);

it.each([
  ['"abc', '"abc'],
  ['name: "abc\n', '"abc\n'],
  ["a: { b: 'abc", "'abc"],
  ['{ "a": "b", "c', '"c'],
  // A key without a value follows the quote, at the place of the error.
  ["name: {'abc\n", "'abc\n"],
])('a quote that is never closed is shown where it opens: %j', (text, opens) => {
  expect(problemsIn(text)[0]).toEqual([
    'The quote that opens here is never closed. Write a closing quote where the text ends.',
    opens,
  ]);
});
