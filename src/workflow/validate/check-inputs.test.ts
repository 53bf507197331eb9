import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../document';
import { documentSchema } from '../document-schema';
import { validateDocument } from './validate';

/** Codes and places of what is wrong, with the tasks that read the inputs. */
function problems(inputs: object, more: object = {}): readonly string[] {
  const document = documentSchema.parse({ inputs, defaultModel: 'sim:echo', tasks: {}, ...more }) as WorkflowDocument;
  return validateDocument(document, []).map(({ code, path }) => `${code} ${path.join('.')}`);
}
const reads = (description: string, more: object = {}) => ({ tasks: { a: { type: 'atomic', description, ...more } } });

describe('the inputs of a workflow', () => {
  it('are names like variables, in templates and in expressions', () => {
    const text = '{{mail}} {{orders.id}} {{greeting}}';
    const condition = 'inputs.mail != "" && variables.mail != "" && inputs.orders.id == 1 && inputs["mail"] == "x"';
    const from = { inputs: { x: { from: 'mail' } }, condition };
    const inputs = { mail: {}, orders: { type: 'json' } };
    expect(problems(inputs, { ...reads(text, from), variables: { greeting: 'Dear {{orders.from}}' } })).toEqual([]);
    expect(problems({}, reads('{{mail}}'))).toEqual(['HED305 tasks.a.description']);
  });

  it.each<[string, object, readonly string[]]>([
    ['a choice without options', { a: { type: 'choice' } }, ['HED310 inputs.a']],
    ['a default of another type', { a: { type: 'number', default: 'x' } }, ['HED314 inputs.a.default']],
    ['a default that is out of bounds', { a: { type: 'number', max: 1, default: 2 } }, ['HED314 inputs.a.default']],
    ['bounds without a number between', { a: { type: 'number', min: 2, max: 1 } }, ['HED316 inputs.a.min']],
    ['a schema that is none', { a: { type: 'json', schema: { type: 'x' } } }, ['HED403 inputs.a.schema.type']],
    [
      'a setting of another type',
      { a: { min: 2, options: ['x'] } },
      ['HED507 inputs.a.options', 'HED507 inputs.a.min'],
    ],
  ])('report %s', (_what, inputs, found) => {
    expect(problems(inputs)).toEqual(found);
  });

  it('are refused under the name of a variable', () => {
    expect(problems({ a: {} }, { variables: { a: 1 } })).toEqual(['HED329 inputs.a']);
  });

  it('are judged by their types where a text reads them', () => {
    const schema = { type: 'object', properties: { id: { type: 'string' } }, additionalProperties: false };
    const inputs = { mail: {}, order: { type: 'json', schema }, language: { type: 'choice', options: ['en', 'de'] } };
    expect(problems(inputs, reads('{{mail.x}} {{order.id}} {{order.ix}}'))).toEqual([
      'HED320 tasks.a.description',
      'HED320 tasks.a.description',
    ]);
    const condition = 'inputs.order.ix == "a" || variables.language == "ed" || inputs.language == "de"';
    expect(problems(inputs, reads('Hello', { condition }))).toEqual([
      'HED320 tasks.a.condition',
      'HED527 tasks.a.condition',
    ]);
    // An input of the task's own hides it.
    expect(problems(inputs, reads('{{mail.x}}', { inputs: { mail: { x: 1 } } }))).toEqual([]);
  });
});
