import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '../diagnostic';
import type { WorkflowDocument } from '../document';
import { documentOf } from '../sample.testing';
import { checkRows, group, type Row, sequence, task } from './problems.testing';
import { DocumentChecks, validateDocument } from './validate';

const article = {
  type: 'object',
  properties: {
    title: { type: 'string' },
    parts: { type: 'array', items: { type: 'object', properties: { text: { type: ['string', 'null'] } } } },
  },
  additionalProperties: false,
};
const { additionalProperties: _closed, ...open } = article;

const a = task({ outputSchema: article });
const reads = (description: string) => ({ a, b: task({ dependsOn: ['a'], description }) });

describe('fields of results', () => {
  const rows: readonly Row[] = [
    ['that are there', reads('{{a}} {{a.output.title}} {{a.output.parts[0].text}} {{a.error.message}}'), []],
    ['of the record', reads('{{a.ouput.title}}'), ['HED320 tasks.b.description']],
    ['of the output, without its name', reads('{{a.title}}'), ['HED320 tasks.b.description']],
    ['that a closed schema does not name', reads('{{a.output.titel}}'), ['HED320 tasks.b.description']],
    [
      'that an open schema does not name',
      { a: task({ outputSchema: open }), b: task({ dependsOn: ['a'], description: '{{a.output.titel}}' }) },
      ['HED518 tasks.b.description'],
    ],
    ['of an item, written at its list', reads('{{a.output.parts.text}}'), ['HED320 tasks.b.description']],
    ['in a text', reads('{{a.output.title.length}}'), ['HED320 tasks.b.description']],
    [
      'of the state of a loop',
      {
        a: task({
          description: '{{state.count}} {{state.cuont}}',
          validate: 'state.cuont > 1',
          loop: { type: 'until', condition: 'state.other > 1', state: { count: 'state.count + 1' } },
        }),
        b: task({ description: '{{state.count}}' }),
      },
      [
        'HED320 tasks.a.description',
        'HED320 tasks.a.validate',
        'HED320 tasks.a.loop.condition',
        'HED305 tasks.b.description',
      ],
    ],
    ['of items', reads('{{a.output.parts[0].words}}'), ['HED518 tasks.b.description']],
    [
      'of an output of which nothing is known',
      { a: task(), b: task({ dependsOn: ['a'], inputs: { x: { from: 'a.output.x' } } }) },
      [],
    ],
    [
      'of a schema that is composed',
      { a: task({ outputSchema: { anyOf: [article] } }), b: task({ dependsOn: ['a'], description: '{{a.output.x}}' }) },
      [],
    ],
    [
      'in inputs and in expressions',
      {
        a,
        b: task({
          dependsOn: ['a'],
          inputs: { x: { from: 'a.outputs.title' } },
          condition: 'tasks.a.output.titel == "x"',
        }),
      },
      ['HED320 tasks.b.inputs.x.from', 'HED320 tasks.b.condition'],
    ],
    [
      'that an expression tests first',
      { a, b: task({ dependsOn: ['a'], condition: 'has(tasks.a.output.extra) && tasks.a.output.extra.x > 1' }) },
      [],
    ],
    [
      'of functions and indices that are worked out',
      {
        a,
        b: task({
          dependsOn: ['a'],
          condition: 'tasks.a.output.parts.exists(p, p.x == 1) && tasks.a.output.parts[1 + 1].x',
        }),
      },
      [],
    ],
    [
      'of its own result',
      { a: task({ outputSchema: article, validate: 'output.titel != ""', returns: { t: 'output.title' } }) },
      ['HED320 tasks.a.validate'],
    ],
    [
      'of a name that an expression binds',
      { a: task({ outputSchema: article, validate: '[{"x": 1}].all(output, output.x == 1)' }) },
      [],
    ],
    [
      'of what came before a case',
      { s: sequence(a, task({ type: 'cond', cases: [{ test: 'output.titel == "x"', task: task() }] })) },
      ['HED320 tasks.s.steps[1].cases[0].test'],
    ],
    [
      'of what came before a case, which may be another step',
      {
        s: sequence(
          a,
          task({ ...a, condition: 'true' }),
          task({ type: 'cond', cases: [{ test: 'output.x == 1', task: task() }] }),
        ),
      },
      [],
    ],
    [
      'of a group, a list of a map, the last step, a match',
      {
        g: group({ x: a, y: task() }),
        m: task({ type: 'map', items: [1], innerTask: a }),
        s: sequence(task(), a),
        f: task({ type: 'associative_memory', query: 'q' }),
        b: task({
          dependsOn: ['g', 'm', 's', 'f'],
          description: '{{g.output.z}}',
          expectedOutput: '{{m.output[0].titel}}',
          inputs: {
            s: '{{s.output.titel}}',
            f: '{{f.output.match}}',
            fine: '{{g.output.x.title}} {{f.output.matches[0][1]}}',
          },
        }),
      },
      [
        'HED320 tasks.b.description',
        'HED320 tasks.b.expected_output',
        'HED320 tasks.b.inputs.s',
        'HED320 tasks.b.inputs.f',
      ],
    ],
    [
      'of a call, by what its definition returns',
      {
        c: task({ type: 'call', ref: 'write' }),
        d: task({ type: 'call', ref: 'draft' }),
        b: task({ dependsOn: ['c', 'd'], description: '{{c.output.titel}}', expectedOutput: '{{d.output.titel}}' }),
      },
      ['HED320 tasks.b.description', 'HED320 tasks.b.expected_output'],
      { library: { write: { returns: article, task: task() }, draft: { task: a } } },
    ],
  ];
  checkRows(rows);
});

describe('the fix', () => {
  const found = (b: object): Pick<Diagnostic, 'message' | 'fix'> | undefined => {
    const problems = validateDocument(
      documentOf({ a, b: task({ dependsOn: ['a'], ...b }) }, { defaultModel: 'sim:echo' }),
      [],
    );
    expect(problems).toHaveLength(1);
    return problems[0];
  };

  it.each([
    ['Tell {{a.ouput.title}}, {{ a.ouput.title }}.', 'Tell {{a.output.title}}, {{ a.output.title }}.', 'a.output'],
    ['{{a.title}}', '{{a.output.title}}', 'a.output.title'],
    ['{{a.output.titel}}', '{{a.output.title}}', 'a.output.title'],
    ['{{a.output.parts.text}}', '{{a.output.parts[0].text}}', 'a.output.parts[0].text'],
  ])('writes what was meant: %s', (description, text, meant) => {
    expect(found({ description })).toMatchObject({
      message: expect.stringContaining(`Did you mean ${meant}?`),
      fix: { kind: 'replace', path: ['tasks', 'b', 'description'], text },
    });
  });

  it('writes it in an expression', () => {
    expect(found({ condition: 'tasks["a"].ouput.title == "x" || 1 > 2' })).toMatchObject({
      message: expect.stringContaining('“tasks.a” has no field “ouput”. Did you mean tasks.a.output?'),
      fix: { text: 'tasks["a"].output.title == "x" || 1 > 2' },
    });
  });
});

it('is checked again when the schema of the task before changes', () => {
  const checks = new DocumentChecks();
  const of = (outputSchema: object): Diagnostic[] => {
    const tasks = { a: task({ outputSchema }), b: reader };
    return checks.check(documentOf(tasks, { defaultModel: 'sim:echo' }) as WorkflowDocument, []);
  };
  const reader = task({ dependsOn: ['a'], description: '{{a.output.title}}' });
  expect(of(article)).toEqual([]);
  expect(of({ ...article, properties: {} })).toMatchObject([{ code: 'HED320' }]);
  expect(of(article)).toEqual([]);
});
