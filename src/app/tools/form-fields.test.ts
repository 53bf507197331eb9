import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { buildDrafts, buildToolForm, type FormField, readFormArguments } from './form-fields';

const fieldsOf = (schema: JsonObject): readonly FormField[] => {
  const form = buildToolForm(schema);
  if (!form.ok) throw new Error(form.reason);
  return form.fields;
};
const kinds = (properties: JsonObject, more: JsonObject = {}) =>
  Object.fromEntries(fieldsOf({ type: 'object', properties, ...more }).map(({ name, kind }) => [name, kind]));

describe('a form of a schema', () => {
  it('has a control for each kind of parameter, and JSON for what no other can show', () => {
    const properties = {
      word: { type: 'string' },
      count: { type: 'integer' },
      size: { type: ['number', 'null'] },
      yes: { type: 'boolean' },
      pick: { enum: ['a', 1, null] },
      maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      either: { anyOf: [{ type: 'string' }, { type: 'number' }] },
      list: { type: 'array' },
      odd: true,
      deep: { enum: [{ a: 1 }] },
      named: { $ref: '#/$defs/name' },
      loop: { $ref: '#' },
      nowhere: { $ref: '#/$defs/none' },
    };
    expect(kinds(properties, { $defs: { name: { type: 'string' } } })).toEqual({
      ...{ word: 'text', count: 'number', size: 'number', yes: 'choice', pick: 'choice', maybe: 'text' },
      ...{ either: 'json', list: 'json', odd: 'json', deep: 'json', named: 'text', loop: 'json', nowhere: 'json' },
    });
  });

  it('is none for what it could not say, with the reason', () => {
    const many = Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`p${index}`, {}]));
    for (const [schema, reason] of [
      [{ properties: many }, 'It has 41 parameters.'],
      [{ properties: {}, oneOf: [] }, 'depend on one another'],
      [{ properties: 'none' }, 'not a schema with properties'],
      [{ additionalProperties: true }, 'of any name'],
    ] as const) {
      expect(buildToolForm(schema as JsonObject)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
    }
  });

  it('shows hostile names as they are, and bounds what is said', () => {
    const text = `{"__proto__":{"type":"string"},"a\\u202eb":{"description":"${'x'.repeat(5000)}"}}`;
    const properties = JSON.parse(text) as JsonObject;
    const [proto, hidden] = fieldsOf({ properties });
    expect(proto).toMatchObject({ name: '__proto__', kind: 'text' });
    expect(hidden?.label).toBe('a\\u202eb');
    expect(hidden?.description.length).toBe(501);
    const told = readFormArguments(proto === undefined ? [] : [proto], new Map([['__proto__', 'a']]));
    expect(JSON.stringify(told.ok && told.args)).toBe('{"__proto__":"a"}');
  });
});

describe('arguments of a form', () => {
  const fields = fieldsOf({
    properties: {
      name: { type: 'string' },
      note: { type: 'string' },
      n: { type: 'number', default: 3 },
      pick: { enum: ['a', 'b'] },
      list: { type: 'array' },
    },
    required: ['name', 'pick'],
  });

  it('leave out what is empty, save a text that is required', () => {
    expect(readFormArguments(fields, new Map([['pick', '"b"']]))).toEqual({
      ok: true,
      args: { name: '', n: 3, pick: 'b' },
    });
  });

  it('are told what is wrong with them', () => {
    const drafts = new Map([
      ['n', '"3"'],
      ['list', '[1'],
    ]);
    expect(readFormArguments(fields, drafts)).toEqual({
      ok: false,
      problems: new Map([
        ['n', 'This is not a number.'],
        ['pick', 'It is required.'],
        ['list', 'This is not JSON.'],
      ]),
    });
  });

  it('come back from JSON, unless a field cannot show them', () => {
    const args = { name: 'x', n: 1.5, pick: 'a', list: [1, { b: 2 }] };
    const drafts = buildDrafts(fields, JSON.stringify(args));
    expect(drafts && readFormArguments(fields, drafts)).toEqual({ ok: true, args });
    for (const text of ['[]', '{', '{"other":1}', '{"name":7}', '{"pick":"c"}']) {
      expect(buildDrafts(fields, text)).toBeUndefined();
    }
  });
});
