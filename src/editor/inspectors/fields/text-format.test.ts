import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJsonFormat, createNumberFormat, keptText, plainTextFormat } from './text-format';

describe('text formats', () => {
  it('show what they read', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        fc.pre(!json.includes('__proto__'));
        const format = createJsonFormat('any');
        const value: unknown = JSON.parse(json);
        expect(format.parse(format.show(value))).toEqual({ ok: true, value: JSON.parse(JSON.stringify(value)) });
      }),
    );
    expect(createNumberFormat({}).parse(createNumberFormat({}).show(0.25))).toEqual({ ok: true, value: 0.25 });
  });

  it('take a field out when it is emptied, save where empty text is a value', () => {
    for (const format of [plainTextFormat, createNumberFormat({}), createJsonFormat('any')]) {
      expect(format.parse('')).toEqual({ ok: true, value: undefined });
    }
    expect(keptText.parse('')).toEqual({ ok: true, value: '' });
  });

  it('say what is wrong with a number', () => {
    const format = createNumberFormat({ min: 1, max: 5, whole: true });
    const reason = (text: string) => {
      const read = format.parse(text);
      return read.ok ? read.value : read.error;
    };
    expect(reason('x')).toBe('Enter a number');
    expect(reason('1.5')).toBe('Enter a whole number');
    expect(reason('0')).toBe('At least 1');
    expect(reason('6')).toBe('At most 5');
    expect(['1', ' 3 ', '5'].map(reason)).toEqual([1, 3, 5]);
  });

  it('refuse a name that would be lost, and say so', () => {
    expect(createJsonFormat('any').parse('{"__proto__": 0}')).toMatchObject({
      ok: false,
      error: expect.stringContaining('__proto__'),
    });
  });

  it('want an object where one is needed', () => {
    expect(createJsonFormat('object').parse('[1]').ok).toBe(false);
    expect(createJsonFormat('object').parse('{"a": 1}')).toEqual({ ok: true, value: { a: 1 } });
  });
});
