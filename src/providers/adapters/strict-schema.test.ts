import { describe, expect, it } from 'vitest';
import { canBeStrict } from './strict-schema';

const closed = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };

describe('fitsStrict', () => {
  it.each([
    ['a closed object', closed],
    ['one that may be null', { ...closed, properties: { a: { type: ['string', 'null'] } } }],
    ['one in another', { ...closed, properties: { a: { type: 'array', items: closed } } }],
    ['a choice of values', { ...closed, properties: { a: { enum: ['x', 'y'] } } }],
  ])('takes %s', (_what, schema) => expect(canBeStrict(schema)).toBe(true));

  it.each([
    ['an open object', { ...closed, additionalProperties: true }],
    ['one that does not say', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    ['a property that may be missing', { ...closed, required: [] }],
    ['an open object within', { ...closed, properties: { a: { type: 'object', properties: {} } } }],
    ['a keyword that strict mode refuses', { ...closed, properties: { a: { type: 'string', minLength: 2 } } }],
    ['a list at the root', { type: 'array', items: closed }],
    ['a property of any kind', { ...closed, properties: { a: {} } }],
  ])('leaves out %s', (_what, schema) => expect(canBeStrict(schema)).toBe(false));

  const within = (a: object, more: object = {}) => ({ ...closed, properties: { a }, ...more });
  const names = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
  const wide = (count: number) => ({
    ...closed,
    properties: Object.fromEntries(names(count).map((name) => [name, { type: 'string' }])),
    required: names(count),
  });
  const deep = (levels: number): object => (levels === 1 ? { type: 'string' } : within(deep(levels - 1)));

  it.each<[object, boolean]>([
    [within({ anyOf: [{ type: 'string' }, { const: 1 }] }), true],
    [within({ anyOf: [{ type: 'string' }, {}] }), false],
    [within({ $ref: '#/$defs/x' }, { $defs: { x: { type: 'string' } } }), true],
    [within({ $ref: '#/$defs/x' }, { $defs: { x: { type: 'object' } } }), false],
    [within({ $ref: '#/definitions/x' }, { definitions: { x: {} } }), false],
    [within({ const: 1 }), true],
    [within({ type: ['object', 'null'] }), false],
    [within({ type: ['object', 'null'], properties: {}, required: [], additionalProperties: false }), true],
    [within({ properties: { b: { type: 'string' } } }), false],
    [within({ type: 'array', items: { type: 'object' } }), false],
    [{ ...closed, anyOf: [] }, false],
    [{ ...closed, required: 'a' }, false],
    [{ ...wide(2), required: ['p0'] }, false],
    [wide(5000), true],
    [wide(5001), false],
    [within(wide(4999)), true],
    [within(wide(5000)), false],
    [deep(10), true],
    [deep(11), false],
  ])('knows of schema %# whether it is strict', (schema, isStrict) => {
    expect(canBeStrict(schema as Parameters<typeof canBeStrict>[0])).toBe(isStrict);
  });

  it('gives up on a schema that is nested too deep', () => {
    let schema: Parameters<typeof canBeStrict>[0] = closed;
    for (let depth = 0; depth < 20; depth++) schema = { ...closed, properties: { a: schema } };
    expect(canBeStrict(schema)).toBe(false);
  });
});
