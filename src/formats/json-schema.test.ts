import { Validator } from '@cfworker/json-schema';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workflowDocument } from './document-arbitrary.testing';
import { documentJsonSchema } from './json-schema';
import { writeYaml } from './yaml/write-yaml';

const validator = new Validator(documentJsonSchema(), '7', false);

/** Errors of a YAML text against the schema, as an editor sees it. */
const errorsOf = (text: string): unknown[] => validator.validate(parse(text)).errors;

describe('documentJsonSchema', () => {
  it('is the file that ships with the app (update it with vitest -u)', async () => {
    const text = `${JSON.stringify(documentJsonSchema(), null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../public/schemas/heddle-1.json');
  });

  it('takes every document as it is written', () => {
    fc.assert(
      fc.property(workflowDocument, (document) => {
        const text = writeYaml(document);
        expect(errorsOf(text)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  it.each([
    'name: x\nversion: 1.0\ntasks:\n  a:\n',
    'tasks:\n  - id: a\n    depends_on: b\n  - { id: b, x-note: 1 }\n',
    'type: atomic\ndescription: x\nheddle: 1\n',
    'tasks:\n  a: { director: {}, script: {}, x-y: 1 }\n  b: { type: director-evaluator, script: [] }\n',
    'workflows: { main: { tasks: {} } }\n',
  ])('takes %j', (text) => {
    expect(errorsOf(text)).toEqual([]);
  });

  it.each([
    'nme: x\ntasks: {}\n',
    'tasks: { a: { dependsOn: [b] } }\n',
    'tasks: { a: { script: { contents: x } } }\n',
    'tasks: { a: { inject_context: yes please } }\n',
    'tasks: [{ description: no id }]\n',
    'max_concurrency: 0\n',
    'heddle: 2\n',
  ])('refuses %j', (text) => {
    expect(errorsOf(text)).not.toEqual([]);
  });
});
