import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readLenientJson } from './lenient-json';
import { samples } from './samples.testing';

const town = { town: 'Ulm' };

/** The value that is read, and what was mended; or the fault. */
function read(text: string, wanted?: 'object' | 'array') {
  const read = readLenientJson(text, wanted);
  return read.ok ? [JSON.parse(read.text), ...read.repaired] : read.message;
}

describe('JSON is read leniently', () => {
  it.each([
    ['strict JSON', '{"town":"Ulm"}', [town]],
    ['a byte order mark', '\ufeff{"town":"Ulm"}', [town, 'a byte order mark']],
    ['a trailing comma', '{"town":"Ulm",}', [town, 'trailing commas']],
    ['a trailing comma in a list', '[1,[2,],]', [[1, [2]], 'trailing commas']],
    ['comments', '// here\n{"town": /* it */ "Ulm"} // done', [town, 'comments']],
    ['a fence', '```json\n{"town":"Ulm"}\n```', [town, 'a code fence']],
    ['a fence on one line', '```json {"town":"Ulm"} ```', [town, 'a code fence']],
    ['a fence of another name', '```jsonc\r\n{"town":"Ulm",}\r\n```', [town, 'a code fence', 'trailing commas']],
    ['an unclosed fence', '```json\n{"town":"Ulm"}', [town, 'a code fence']],
    ['a fence within words', 'Here:\n```\n{"town":"Ulm"}\n```\nMore?', [town, 'a code fence']],
    ['a fence with a text', '```\n"Ulm"\n```', ['Ulm', 'a code fence']],
    ['fences in its texts', 'So: {"town":"```js\\nx```"}', [{ town: '```js\nx```' }, 'words around the JSON']],
    ['the word json', 'json\n{"town":"Ulm"}', [town, 'words around the JSON']],
    ['words behind it', '{"town":"Ulm"}\nAnything else?', [town, 'words around the JSON']],
    ['a brace in the words', 'I fill {town} in: {"town":"Ulm"}', [town, 'words around the JSON']],
    ['an apostrophe in the words', 'It\'s a "town": {"town":"Ulm"}', [town, 'words around the JSON']],
    ['thoughts', 'Hm, {"town":"Bonn"}?\n</think>\n{"town":"Ulm"}', [town, 'the thoughts before it']],
    ['thoughts before a number', '<think>6*7</think>42', [42, 'the thoughts before it']],
    ['line breaks in texts', '{"town":"U\nl\tm\u0001"}', [{ town: 'U\nl\tm\u0001' }, 'line breaks in texts']],
    ['the same twice', '{"town":"Ulm"}\n{"town":"Ulm"}', [town, 'words around the JSON', 'the same JSON twice']],
    ['slashes in texts', '{"url":"https://a/*b*/",}', [{ url: 'https://a/*b*/' }, 'trailing commas']],
    ['quotes in comments', '{"a":1, // "don\'t\n"b":2}', [{ a: 1, b: 2 }, 'comments']],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it('a number keeps its digits', () => {
    expect(readLenientJson('{"id":653247040368672768,"n":1.10,}')).toMatchObject({
      text: '{"id":653247040368672768,"n":1.10}',
    });
  });

  it('values of another type in the words do not count, if the type is known', () => {
    expect(read('As [1] says: {"town":"Ulm"}', 'object')).toEqual([town, 'words around the JSON']);
    expect(read('{a}: [1]', 'array')).toEqual([[1], 'words around the JSON']);
  });
});

describe('what would be a guess is a fault with its place', () => {
  it.each([
    [
      'typographic quotes',
      '{“town”: “Ulm”}',
      'line 1, character 2: found `“`, but JSON wants straight double quotes (")',
    ],
    ['single quotes', "{'town':'Ulm'}", 'line 1, character 2: found `\'`, but JSON wants double quotes (")'],
    ['NaN', '{\n  "n": NaN\n}', 'line 2, character 8: found `NaN`, but JSON has no NaN'],
    ['None', '{"n":None}', 'line 1, character 6: found `None`, but JSON has no None'],
    ['a bare name', '{town:"Ulm"}', 'line 1, character 2: found `town`, which is not JSON'],
    [
      'a missing comma',
      '{"a":1 "b":2}',
      'line 1, character 8: found `"b"`, but a comma, or the end of the list or object, was expected',
    ],
    ['a missing value', '[1,,2]', 'line 1, character 4: found `,`, but a value was expected'],
    ['a missing bracket', 'Here: {"a":[1', 'line 1, character 14: it ends, but a closing bracket ] was expected'],
    ['a missing quote', '{"a":"x', 'line 1, character 6: found `"x`, but the closing quote of this text is missing'],
    ['an escape', '{"a":"\\d"}', /^line 1, character 6: .*this escape does not exist in JSON/],
    ['two values', '{"a":1}\n{"a":2}', 'line 2, character 1: a second JSON value begins here: give one'],
    [
      'two fences',
      '```\n{"a":1}\n```\n```\n{"a":2}\n```',
      'line 5, character 1: a second JSON value begins here: give one',
    ],
    ['words', 'Sure, it is Ulm.', 'line 1, character 1: found `Sure`, which is not JSON'],
    ['more behind a number', '42 of them', 'line 1, character 4: something follows the JSON'],
    ['nothing', ' ', /^line 1, character 2: it ends/],
    ['depth', `${'['.repeat(100_000)}x`, /more than 200 levels of nesting/],
  ])('%s', (_, text, expected) => {
    const said = read(text);
    if (typeof expected === 'string') expect(said).toBe(expected);
    else expect(said).toMatch(expected);
  });

  it('is found quickly in a long text that is made to be slow', () => {
    for (const part of ['[/*', '[', '{"', '"', '["x ', '```', '[1,"', '\\"', '{"a":"b\n']) {
      expect(typeof read(`${part.repeat(20_000)}!`)).toBe('string');
    }
  });
});

const anyJson = fc.jsonValue({ maxDepth: 4 });
const decorate: readonly ((json: string) => string)[] = [
  (json) => `\ufeff${json}`,
  (json) => `\`\`\`json\n${json}\n\`\`\``,
  (json) => `\`\`\`\n${json}`,
  (json) => `/* it's */ ${json} // "so`,
  (json) => `<think>or {"a"}</think>\n${json}`,
];

it('reads every value in everything that can stand around it', () => {
  fc.assert(
    fc.property(anyJson, fc.constantFrom(...decorate), fc.boolean(), (value, around, isWide) => {
      const read = readLenientJson(around(JSON.stringify(value, null, isWide ? 2 : undefined)));
      expect(read.ok && JSON.parse(read.text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: samples('LENIENT_JSON', 100, 5000) },
  );
});

it('reads every object in every manner of words', () => {
  const words = fc.stringMatching(/^[A-Za-z' .!?:\n]{0,30}$/);
  fc.assert(
    fc.property(fc.dictionary(fc.string(), anyJson), words, words, (value, before, after) => {
      const read = readLenientJson(`${before}\n${JSON.stringify(value)}\n${after}`, 'object');
      expect(read.ok && JSON.parse(read.text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
    { numRuns: samples('LENIENT_JSON', 100, 5000) },
  );
});

it('never reads a value that strict JSON does not have, and is always strict JSON', () => {
  const broken = fc
    .tuple(anyJson, fc.nat(), fc.constantFrom('“', "'", 'NaN', '}', ',', '"', '\\', '//', '\n'))
    .map(([value, at, piece]) => {
      const json = JSON.stringify(value);
      const place = at % (json.length + 1);
      return json.slice(0, place) + piece + json.slice(place);
    });
  fc.assert(
    fc.property(broken, (text) => {
      const read = readLenientJson(text);
      if (read.ok) expect(() => JSON.parse(read.text)).not.toThrow();
      else expect(read.message).toMatch(/^line \d+, character \d+: /);
    }),
    { numRuns: samples('LENIENT_JSON', 100, 5000) },
  );
});
