import { describe, expect, it } from 'vitest';
import type { JsonObject } from '@/base/json';
import { findOuterReference } from './outer-reference';
import { checkRows, task } from './problems.testing';

describe('a reference in a schema', () => {
  it.each<JsonObject>([
    { $ref: '#' },
    { $ref: '#/$defs/a%20b', $defs: { 'a b': {} } },
    { $ref: '#/definitions/a~1b', definitions: { 'a/b': {} } },
    { $ref: '#here', $defs: { x: { $anchor: 'here' } } },
    { $ref: 'item.json', $defs: { x: { $id: 'https://example.org/item.json' } } },
    { properties: { $ref: { type: 'string' } } },
    { enum: [{ $ref: 'https://example.org/a.json' }] },
  ])('may lead to a place in it: %j', (schema) => {
    expect(findOuterReference(schema)).toBeUndefined();
  });

  it.each<readonly [JsonObject, string]>([
    [{ items: { $ref: 'https://example.org/a.json' } }, 'https://example.org/a.json'],
    [{ $ref: 'a.json#/x' }, 'a.json#/x'],
    [{ $ref: '#/$defs/b', $defs: { a: {} } }, '#/$defs/b'],
    [{ $ref: '#nowhere' }, '#nowhere'],
  ])('that leads elsewhere is found: %j', (schema, reference) => {
    expect(findOuterReference(schema)?.reference).toBe(reference);
  });
});

describe('a schema that refers to another file', () => {
  const outer = { type: 'object', properties: { a: { $ref: 'https://example.org/a.json' } } };
  checkRows([
    [
      'is an error before the run, wherever an output or arguments are checked by it',
      { a: task({ outputSchema: outer, pinned: { a: 1 } }) },
      ['HED325 tools.t.parameters.properties.a.$ref', 'HED325 tasks.a.output_schema.properties.a.$ref'],
      { tools: { t: { description: 'T', parameters: outer, script: { content: 'echo' } } } },
    ],
    [
      'is told apart from one that allows null as OpenAPI does, which a pin may give',
      {
        a: task({ outputSchema: { type: 'string', nullable: true }, pinned: { a: 1 } }),
        b: task({
          outputSchema: { type: 'object', properties: { x: { type: 'string', nullable: true } } },
          pinned: { x: null },
        }),
      },
      ['HED323 tasks.a.pinned'],
    ],
  ]);
});
