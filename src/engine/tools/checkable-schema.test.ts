import { expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { makeSchemaCheckable } from './checkable-schema';
import { listArgumentProblems } from './declared-arguments';

const problems = (schema: JsonObject, args: JsonObject) => listArgumentProblems(makeSchemaCheckable(schema), args);

it('a pattern that takes for ever is not looked at, and what stands beside it is', () => {
  const name = { type: 'string', pattern: '^(a+)+$', maxLength: 60 };
  const schema = { type: 'object', properties: { name, pattern: { type: 'integer' } } };
  expect(problems(schema, { name: `${'a'.repeat(50)}!` })).toEqual([]);
  expect(problems(schema, { name: 'a'.repeat(70) })).not.toEqual([]);
  expect(problems(schema, { pattern: 'x' })).not.toEqual([]);
});

it('names that only a pattern allows stay allowed', () => {
  const schema = { type: 'object', patternProperties: { '^x-': {} }, additionalProperties: false };
  expect(problems(schema, { 'x-a': 1 })).toEqual([]);
});

it('references that double at each of sixty levels are not followed', () => {
  const level = (n: number) => ({ allOf: [{ $ref: `#/$defs/l${n + 1}` }, { $ref: `#/$defs/l${n + 1}` }] });
  const $defs = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`l${n}`, n === 59 ? {} : level(n)]));
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/l0' } }, $defs };
  expect(makeSchemaCheckable(schema)).toEqual({ type: 'object', properties: { a: {} } });
  expect(problems(schema, { a: 1 })).toEqual([]);
});

it('a schema that refers to itself is checked', () => {
  const schema = { type: 'object', properties: { child: { $ref: '#' }, n: { type: 'integer' } } };
  expect(problems(schema, { child: { n: 1 } })).toEqual([]);
  expect(problems(schema, { child: { n: 'x' } })).not.toEqual([]);
});
