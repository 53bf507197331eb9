import { Validator } from '@cfworker/json-schema';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { allowNullable } from './nullable-schema';

const takes = (schema: JsonObject, value: unknown): boolean =>
  new Validator(allowNullable(schema) as object, '2020-12').validate(value).valid;

describe('nullable: true', () => {
  it.each<readonly [JsonObject, JsonObject]>([
    [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
    [
      { type: 'string', enum: ['a'], nullable: true },
      { type: ['string', 'null'], enum: ['a', null] },
    ],
    [{ $ref: '#/$defs/a', nullable: true }, { anyOf: [{ $ref: '#/$defs/a' }, { type: 'null' }] }],
    [{ enum: ['a'], nullable: true }, { anyOf: [{ enum: ['a'] }, { type: 'null' }] }],
    [{ nullable: true }, {}],
  ])('is written as JSON Schema has it: %j', (schema, written) => {
    expect(allowNullable(schema)).toEqual(written);
  });

  it('counts at any depth, and takes what was taken before', () => {
    const item = {
      type: 'object',
      properties: { b: { type: 'integer', nullable: true } },
      required: ['b'],
      nullable: true,
    };
    const schema = { type: 'object', properties: { a: { type: 'array', items: item } } } as const;
    for (const a of [[null], [{ b: null }, { b: 1 }]]) expect(takes(schema, { a })).toBe(true);
    for (const a of [null, [{ b: 'x' }], [{}]]) expect(takes(schema, { a })).toBe(false);
  });

  it('is left alone as a name, as a value, and where it is false', () => {
    const schema = {
      type: 'object',
      properties: { nullable: { type: 'boolean', nullable: false } },
      enum: [{ nullable: true }],
      default: { nullable: true },
    };
    expect(allowNullable(schema)).toBe(schema);
  });
});
