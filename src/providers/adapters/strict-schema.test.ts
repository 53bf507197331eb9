import { describe, expect, it } from 'vitest';
import { fitsStrict } from './strict-schema';

const closed = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };

describe('fitsStrict', () => {
  it.each([
    ['a closed object', closed],
    ['one that may be null', { ...closed, properties: { a: { type: ['string', 'null'] } } }],
    ['one in another', { ...closed, properties: { a: { type: 'array', items: closed } } }],
    ['a choice of values', { ...closed, properties: { a: { enum: ['x', 'y'] } } }],
  ])('takes %s', (_what, schema) => expect(fitsStrict(schema)).toBe(true));

  it.each([
    ['an open object', { ...closed, additionalProperties: true }],
    ['one that does not say', { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }],
    ['a property that may be missing', { ...closed, required: [] }],
    ['an open object within', { ...closed, properties: { a: { type: 'object', properties: {} } } }],
    ['a keyword that strict mode refuses', { ...closed, properties: { a: { type: 'string', minLength: 2 } } }],
    ['a list at the root', { type: 'array', items: closed }],
    ['a property of any kind', { ...closed, properties: { a: {} } }],
  ])('leaves out %s', (_what, schema) => expect(fitsStrict(schema)).toBe(false));

  it('gives up on a schema that is nested too deep', () => {
    let schema: Parameters<typeof fitsStrict>[0] = closed;
    for (let depth = 0; depth < 20; depth++) schema = { ...closed, properties: { a: schema } };
    expect(fitsStrict(schema)).toBe(false);
  });
});
