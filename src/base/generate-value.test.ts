import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '@/base/json';
import { createDice } from './dice';
import { generateValue } from './generate-value';

const generate = (schema: JsonObject, seed = 'seed') =>
  generateValue(schema, createDice(seed), (name) => `some ${name}`);

function expectValid(schema: JsonObject, value: Json) {
  const { valid, errors } = new Validator({ ...schema }, '2020-12', false).validate(value);
  expect(valid, `${JSON.stringify(schema)}\n${JSON.stringify(value)}\n${JSON.stringify(errors)}`).toBe(true);
}

const range = (low: string, high: string, most: number) =>
  fc.record({ from: fc.nat(most), span: fc.nat(5) }).map(({ from, span }) => ({ [low]: from, [high]: from + span }));
const maybe = (arbitrary: fc.Arbitrary<JsonObject>) => fc.oneof(fc.constant<JsonObject>({}), arbitrary);
const typed = (type: string, arbitrary: fc.Arbitrary<JsonObject> = fc.constant({})) =>
  arbitrary.map((more): JsonObject => ({ type, ...more }));
const format = fc.constantFrom(
  'date',
  'time',
  'date-time',
  'duration',
  'email',
  'uri',
  'ipv4',
  'ipv6',
  'uuid',
  'hostname',
);
const name = fc.constantFrom('title', 'score', 'tags', 'a/b', 'due~date', 'items');

const { schema } = fc.letrec<{ schema: JsonObject; leaf: JsonObject }>((tie) => ({
  leaf: fc.oneof(
    typed('string', maybe(range('minLength', 'maxLength', 60))),
    typed(
      'string',
      format.map((one) => ({ format: one })),
    ),
    typed('integer', maybe(range('minimum', 'maximum', 50))),
    typed(
      'integer',
      fc.integer({ min: 2, max: 9 }).map((multipleOf) => ({ multipleOf, minimum: 3, maximum: 30 })),
    ),
    typed('number', maybe(range('exclusiveMinimum', 'maximum', 9).map((bounds) => ({ ...bounds, maximum: 99.5 })))),
    typed('boolean'),
    typed('null'),
    fc.uniqueArray(fc.jsonValue(), { minLength: 1, maxLength: 4 }).map((values) => ({ enum: values as Json[] })),
    fc.jsonValue().map((value) => ({ const: value as Json })),
    fc.constant<JsonObject>({ type: ['string', 'null'] }),
    fc.constant<JsonObject>({}),
  ),
  schema: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc
      .record({
        properties: fc.dictionary(name, tie('schema'), { maxKeys: 4 }),
        required: fc.uniqueArray(name, { maxLength: 3 }),
        additionalProperties: fc.constantFrom<Json>(true, { type: 'integer' }),
      })
      .map((object): JsonObject => ({ type: 'object', ...object })),
    fc
      .record({ items: tie('schema'), bounds: maybe(range('minItems', 'maxItems', 4)) })
      .map(({ items, bounds }): JsonObject => ({ type: 'array', items, ...bounds })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf): JsonObject => ({ anyOf })),
    fc.tuple(tie('leaf'), tie('leaf')).map(
      ([a, b]): JsonObject => ({
        oneOf: [
          { type: 'object', properties: { a }, required: ['a'], additionalProperties: false },
          { type: 'object', properties: { b }, required: ['b'], additionalProperties: false },
        ],
      }),
    ),
    tie('schema').map(
      (inner): JsonObject => ({
        type: 'object',
        properties: { inner: { $ref: '#/$defs/inner' } },
        allOf: [{ required: ['inner'] }],
        $defs: { inner },
      }),
    ),
  ),
}));

// References are resolved from the root of the document, so the definitions inside a schema are moved there.
function lifted(given: JsonObject): JsonObject {
  const definitions: Record<string, Json> = {};
  const lift = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(lift);
    if (typeof value !== 'object' || value === null) return value;
    const { $defs, ...rest } = value as JsonObject;
    const inner = ($defs as JsonObject | undefined)?.inner;
    if (inner === undefined) return Object.fromEntries(Object.entries(rest).map(([key, part]) => [key, lift(part)]));
    const id = `d${Object.keys(definitions).length}`;
    definitions[id] = true;
    definitions[id] = lift(inner);
    return { ...rest, properties: { inner: { $ref: `#/$defs/${id}` } } };
  };
  return { ...(lift(given) as JsonObject), $defs: definitions };
}

it('gives a value that satisfies the schema', () => {
  fc.assert(
    fc.property(schema.map(lifted), fc.string(), (given, seed) => expectValid(given, generate(given, seed))),
    { numRuns: 500 },
  );
});

it('comes to an end with schemas that hold themselves', () => {
  const tree: JsonObject = {
    $ref: '#/$defs/node',
    $defs: {
      node: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          children: { type: 'array', items: { $ref: '#/$defs/node' } },
          next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
        },
        required: ['name', 'children', 'next'],
      },
    },
  };
  expectValid(tree, generate(tree));
  expect(generate({ $ref: '#' })).toBeDefined();
  expect(generate({ anyOf: [{ $ref: '#' }] })).toBeDefined();
  expect(generate({ type: 'array', minItems: 2, items: { $ref: '#' } })).toBeDefined();
});

it('gives unique items where they are asked for', () => {
  const unique: JsonObject = { type: 'array', items: { enum: [1, 2, 3, 4] }, minItems: 4, uniqueItems: true };
  expectValid(unique, generate(unique));
});
