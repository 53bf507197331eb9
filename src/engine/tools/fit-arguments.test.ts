import { describe, expect, it } from 'vitest';
import { readArguments } from './checked-call';
import { fitArguments } from './fit-arguments';

const schema = {
  type: 'object',
  properties: {
    tags: { type: 'array', items: { type: 'string' } },
    filter: { type: 'object', properties: { n: { type: 'integer' } } },
    n: { type: 'integer' },
    on: { type: 'boolean' },
    name: { type: 'string' },
    any: { anyOf: [{ type: 'integer' }, { type: 'string' }] },
    maybe: { type: ['integer', 'null'] },
  },
};

describe('arguments that are texts of JSON', () => {
  it('are what they say where the schema refuses the text', () => {
    const args = { tags: '["a","b"]', filter: '{"n":"3"}', n: '3', on: 'true', maybe: 'null' };
    expect(fitArguments(schema, args)).toEqual({
      args: { tags: ['a', 'b'], filter: { n: 3 }, n: 3, on: true, maybe: null },
      problems: [],
    });
    expect(fitArguments(schema, { n: '653247040368672768' }).args).toEqual({ n: 653247040368672768n });
    expect(fitArguments(schema, { tags: '```json\n["a",]\n```' }).args).toEqual({ tags: ['a'] });
  });

  it('stay texts where the schema takes them', () => {
    const args = { name: '["a"]', any: '3', tags: ['1', 'true'] };
    expect(fitArguments(schema, args)).toEqual({ args, problems: [] });
  });

  it('stay as they are where they say nothing that fits', () => {
    for (const args of [{ n: 'three' }, { n: '3.5' }, { on: 'yes' }, { tags: 'a, b' }, { on: 'True' }, { n: '' }]) {
      expect(fitArguments(schema, args)).toEqual({ args, problems: expect.arrayContaining([expect.any(String)]) });
    }
    // The rest is read, and only what is left is told.
    const { args, problems } = fitArguments(schema, { n: '3', on: 'yes' });
    expect([args, problems.join()]).toEqual([{ n: 3, on: 'yes' }, expect.not.stringContaining('#/n')]);
  });
});

describe('the text of arguments', () => {
  it.each([
    ['', {}],
    ['null', {}],
    ['{"a":1}', { a: 1 }],
    ['"{\\"a\\":1}"', { a: 1 }],
    ['"\\"{\\\\\\"a\\\\\\":1}\\""', { a: 1 }],
    ['```json\n{"a":1}\n```', { a: 1 }],
    ['{"a":"x\ny",}', { a: 'x\ny' }],
    ['{"a":1}{"a":1}', { a: 1 }],
    ['{"a":653247040368672768,}', { a: 653247040368672768n }],
    ['I call it with {"a":1}', { a: 1 }],
  ])('%j is read', (text, args) => {
    expect(readArguments(text)).toEqual({ ok: true, value: args });
  });

  it.each([
    ['[1]', 'line 1, character 1: this is a list, not an object. You wrote:\n[1]'],
    ['7', 'line 1, character 1: this is `7`, not an object. You wrote:\n7'],
    [
      '{"tags":["one","two", "n": 3}',
      'line 1, character 26: found `:`, but a comma, or the end of the list or object, was expected. You wrote:\n{"tags":["one","two", "n": 3}',
    ],
  ])('%j is told with its place', (text, message) => {
    expect(readArguments(text)).toEqual({ ok: false, error: `The arguments are not a JSON object: ${message}` });
  });

  it('is shown around the place if it is long', () => {
    const read = readArguments(`{"a":"${'x'.repeat(5000)}",“b”:"${'y'.repeat(5000)}"}`);
    expect(read.ok ? '' : read.error).toMatch(/You wrote:\n…x{900,}.*“b”:"y{900,}…$/);
  });
});
