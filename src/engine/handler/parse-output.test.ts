import { describe, expect, it } from 'vitest';
import { parseOutput, readOutput } from './parse-output';

describe('an output', () => {
  it('is what its JSON says, else text', () => {
    expect(parseOutput('{"a": [1]}', undefined)).toEqual({ a: [1] });
    expect(parseOutput('prose', undefined)).toBe('prose');
    expect(parseOutput('Here: ```json\n{"a": 1}\n```', { type: 'object' })).toEqual({ a: 1 });
  });

  it('stays text where a number alone would lose something', () => {
    for (const text of ['3.10', '1234567890123456789', '1234e567', '12e3', '-0']) {
      expect(parseOutput(text, undefined)).toBe(text);
      expect(parseOutput(text, { type: 'string' })).toBe(text);
    }
    expect(parseOutput(' 42\n', undefined)).toBe(42);
    expect(parseOutput('-0.5', undefined)).toBe(-0.5);
  });

  it('is a number or text as its schema says', () => {
    expect(parseOutput('3.10', { type: 'number' })).toBe(3.1);
    expect(parseOutput('12e3', { type: ['integer', 'null'] })).toBe(12000);
    expect(parseOutput('42', { type: 'string' })).toBe('42');
    expect(parseOutput('1234e567', { type: 'number' })).toBe('1234e567');
  });
});

describe('an output under a schema', () => {
  const town = { type: 'object', properties: { town: { type: 'string' } }, required: ['town'] };

  it.each([
    ['\ufeff{"town":"Ulm"}', ['a byte order mark']],
    ['{"town":"Ulm",} // so', ['trailing commas', 'comments']],
    ['So {town} is [1]: {"town":"Ulm"}. More?', ['words around the JSON']],
    ['Hm.\n</think>\n{"town":"Ulm"}', ['the thoughts before it']],
  ])('is read leniently where nothing is guessed: %j', (content, repaired) => {
    const { output, json, ...read } = readOutput(content, town);
    expect([output, JSON.parse(json ?? ''), read.repaired.toSorted()]).toEqual([
      { town: 'Ulm' },
      { town: 'Ulm' },
      repaired.toSorted(),
    ]);
  });

  it('is the content as it is where that is JSON, and has no place where it is none', () => {
    expect(readOutput('{ "town": "Ulm" }', town)).toEqual({ output: { town: 'Ulm' }, repaired: [] });
    expect(readOutput('{"town":“Ulm”}', town)).toMatchObject({
      output: '{"town":“Ulm”}',
      fault: expect.stringMatching(/^line 1, character 9: /),
    });
  });

  it('keeps each digit of a whole number, also where it is mended', () => {
    const json = '{"id":653247040368672768}';
    for (const content of [json, `\`\`\`json\n${json}\n\`\`\``, '{"id":653247040368672768,}']) {
      const read = readOutput(content, { type: 'object', properties: { id: { type: 'integer' } } });
      expect([read.output, read.json ?? content]).toEqual([{ id: 653247040368672768n }, json]);
    }
  });

  it('stays the text that the schema asks for', () => {
    const text = 'Write {"a": 1} there.';
    expect(parseOutput(text, { type: 'string' })).toBe(text);
    expect(parseOutput(text, { enum: [text] })).toBe(text);
    expect(parseOutput(text, {})).toBe(text);
    expect(parseOutput('```json\n{"a": 1}\n```', {})).toEqual({ a: 1 });
    expect(parseOutput('```\n"Ulm"\n```', { type: 'string' })).toBe('Ulm');
  });
});
