import { describe, expect, it } from 'vitest';
import { formatPath } from '../diagnostic';
import { findJsonSchemaProblem } from './json-schema-problem';

describe('jsonSchemaProblem', () => {
  it('takes schemas as they are written', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: ['object', 'null'],
      properties: {
        score: { type: 'integer', minimum: 0 },
        tags: { type: 'array', items: { enum: ['a', 1, null] } },
        any: true,
      },
      required: ['score'],
      additionalProperties: false,
      anyOf: [{ pattern: '^a' }, { $ref: '#/$defs/x' }],
      'x-mine': { type: 'whatever' },
    };
    expect(findJsonSchemaProblem(schema)).toBeUndefined();
  });

  it.each([
    [{ properties: { a: { items: { type: 'text' } } } }, 'properties.a.items.type'],
    [{ type: [] }, 'type'],
    [{ properties: ['a'] }, 'properties'],
    [{ properties: { a: 'string' } }, 'properties.a'],
    [{ anyOf: [] }, 'anyOf'],
    [{ oneOf: [{}, { minLength: -1 }] }, 'oneOf[1].minLength'],
    [{ required: 'a' }, 'required'],
    [{ enum: 'a' }, 'enum'],
    [{ pattern: '(' }, 'pattern'],
    [{ minimum: '1' }, 'minimum'],
    [{ items: [{ type: 'x' }] }, 'items[0].type'],
    ['object', ''],
  ])('finds the place in %j', (schema, path) => {
    expect(formatPath(findJsonSchemaProblem(schema)?.path ?? ['none'])).toBe(path);
  });
});
