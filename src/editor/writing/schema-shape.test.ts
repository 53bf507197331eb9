import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import {
  inferSchema,
  readFormSchema,
  removeProperty,
  renameProperty,
  schemaTypes,
  setKeyword,
  setProperty,
  setRequired,
  setSchemaType,
} from './schema-shape';

const name = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'x', 'y'), minLength: 1, maxLength: 3 });

describe('the schema of an example', () => {
  it('accepts the example', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const example = JSON.parse(JSON.stringify(value)) as Json;
        const result = new Validator(inferSchema(example), '2020-12').validate(example);
        expect(result.errors).toEqual([]);
      }),
    );
  });

  it('refuses what has other types, and lets items differ', () => {
    const schema = inferSchema([
      { title: 'a', pages: 3 },
      { title: 'b', pages: 2.5, tag: 'x' },
    ]);
    expect(schema).toEqual({
      type: 'array',
      items: {
        type: 'object',
        properties: { title: { type: 'string' }, pages: { type: 'number' }, tag: { type: 'string' } },
        required: ['title', 'pages'],
      },
    });
    expect(new Validator(schema, '2020-12').validate([{ title: 1, pages: 1 }]).valid).toBe(false);
  });
});

describe('the form of a schema', () => {
  const unknown = fc.dictionary(
    fc.constantFrom('$ref', 'anyOf', 'format', 'x-own', 'minLength', 'title'),
    fc.jsonValue(),
  );
  const leaf = fc
    .tuple(fc.constantFrom(...schemaTypes.slice(0, 4)), unknown)
    .map(([type, others]) => JSON.parse(JSON.stringify({ type, ...others })) as JsonObject);
  const schema = fc.tuple(fc.dictionary(name, leaf), unknown).map(
    ([properties, others]): JsonObject => ({
      type: 'object',
      ...(JSON.parse(JSON.stringify(others)) as JsonObject),
      properties,
    }),
  );

  it('keeps what it cannot show, whatever is changed in it', () => {
    fc.assert(
      fc.property(schema, name, fc.constantFrom(...schemaTypes), (before, other, type) => {
        const [first] = Object.keys(before['properties'] as JsonObject);
        const steps: ((one: JsonObject) => JsonObject)[] = [
          (one) => setProperty(one, other, { type: 'string' }),
          (one) => setRequired(one, other, true),
          (one) => (first === undefined ? one : renameProperty(one, first, `${first}_new`)),
          (one) => removeProperty(one, other),
          (one) => setKeyword(one, 'description', 'What it is'),
          (one) => setSchemaType(setSchemaType(one, type), 'object'),
        ];
        const after = steps.reduce((one, step) => step(one), before);
        for (const key of readFormSchema(before).others) expect(after[key]).toEqual(before[key]);
      }),
    );
  });

  it('says which keywords it does not show', () => {
    expect(readFormSchema({ type: 'string', enum: ['a', 'b'], minLength: 1 })).toMatchObject({
      choices: ['a', 'b'],
      others: ['minLength'],
    });
    expect(readFormSchema({ type: ['string', 'null'], enum: [1] })).toMatchObject({
      type: undefined,
      others: ['type', 'enum'],
    });
    expect(readFormSchema({ type: 'object', properties: { a: true } }).others).toEqual(['properties']);
  });

  it('renames, removes and requires in place', () => {
    const start: JsonObject = { type: 'object', properties: { a: { type: 'string' }, b: {} }, required: ['a'] };
    const renamed = renameProperty(start, 'a', 'c');
    expect(JSON.stringify(renamed)).toBe(
      '{"type":"object","properties":{"c":{"type":"string"},"b":{}},"required":["c"]}',
    );
    expect(removeProperty(renamed, 'c')).toEqual({ type: 'object', properties: { b: {} } });
  });
});
