import { describe, expect, it } from 'vitest';
import { parseOutput } from './parse-output';

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
