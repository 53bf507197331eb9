import { Validator } from '@cfworker/json-schema';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { workflowDocument } from './document-arbitrary.testing';
import { buildDocumentJsonSchema } from './json-schema';
import { writeYaml } from './yaml/write-yaml';

const validator = new Validator(buildDocumentJsonSchema(), '7', false);
const isValid = new Ajv({ strictTypes: false }).compile(buildDocumentJsonSchema());

/** Errors of a YAML text against the schema, which the two validators must agree on. */
function errorsOf(text: string): unknown[] {
  const value: unknown = parse(text);
  const { errors } = validator.validate(value);
  expect(isValid(value) ? [] : isValid.errors, text).toEqual(errors.length === 0 ? [] : expect.anything());
  return errors;
}

describe('documentJsonSchema', () => {
  it('is the file that ships with the app (update it with vitest -u)', async () => {
    const text = `${JSON.stringify(buildDocumentJsonSchema(), null, 2)}\n`;
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
  });

  it.each([
    'name: x\nversion: 1.0\ntasks:\n  a:\n',
    'tasks:\n  - id: a\n    depends_on: b\n  - { id: b, x-note: 1 }\n',
    'type: atomic\ndescription: x\nheddle: 1\n',
    'tasks:\n  a: { director: {}, script: {}, x-y: 1 }\n  b: { type: director-evaluator, script: { description: x } }\n',
    'workflows: { main: { tasks: {} } }\n',
    'tasks: { a: { steps: [{ id: b, subtasks: { c: } }, { subtasks: [{ id: d }] }] } }\n',
    'tasks: { a: { inputs: { b: { task: { name: x } }, c: { task: 1, d: 2 }, e: [1] } } }\n',
    'tasks: { a: { script: { command: ls } } }\n',
  ])('takes %j', (text) => {
    expect(errorsOf(text)).toEqual([]);
  });

  it.each([
    'nme: x\ntasks: {}\n',
    'tasks: { a: { dependsOn: [b] } }\n',
    'tasks: { a: { script: { contents: x } } }\n',
    'tasks: { a: { director: {}, script: { command: ls } } }\n',
    'tasks: { a: { type: director-evaluator, script: { command: ls } } }\n',
    'tasks: { a: { script: { description: x } } }\n',
    'tasks: { a: { type: nothing } }\n',
    'tasks: { a: { steps: [{ nme: x }] } }\n',
    'tasks: { a: { subtasks: { b: { cases: [{ test: x, task: { nme: x } }] } } } }\n',
    'tasks: { a: { cases: [{ task: {} }] } }\n',
    'tasks: { a: { inputs: { b: { task: { nme: x } } } } }\n',
    'tasks: { a: { limits: { max_turns: 0 } } }\n',
    'tasks: { a: { inject_context: yes please } }\n',
    'tasks: [{ description: no id }]\n',
    'max_concurrency: 0\n',
    'heddle: 2\n',
  ])('refuses %j', (text) => {
    expect(errorsOf(text)).not.toEqual([]);
  });
});
