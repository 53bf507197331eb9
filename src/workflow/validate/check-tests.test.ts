import { describe, expect, it } from 'vitest';
import type { Json } from '@/base/json';
import { renameEntry } from '../commands/rename/rename-entry';
import { renamePart } from '../commands/rename/rename-part';
import { renameTask } from '../commands/rename/rename-task';
import type { WorkflowDocument } from '../document';
import { documentSchema } from '../document-schema';
import { id } from '../sample.testing';
import { findTestFile, getOwnTests } from '../test-files';
import { validateDocument } from './validate';

function build(test: object, more: object = {}): WorkflowDocument {
  return documentSchema.parse({
    defaultModel: 'sim:fast',
    tools: { lookup_order: { http: { url: 'https://example.org' } } },
    tasks: {
      write: { type: 'atomic', description: 'Write.', tools: ['lookup_order'] },
      both: { type: 'group', subtasks: { web: { type: 'atomic', description: 'Look.' } } },
    },
    tests: { plain: test },
    ...more,
  }) as WorkflowDocument;
}

function find(test: object, more?: object): readonly string[] {
  return validateDocument(build(test, more), []).map(
    ({ code, path, message }) => `${code} ${path.join('.')} ${message}`,
  );
}

const expecting = (type: string, value?: Json, more: object = {}) =>
  find({ expect: [{ type, ...(value === undefined ? {} : { value }), ...more }] });

describe('the checks of tests', () => {
  it('find nothing in a test that is right', () => {
    const expect_ = [
      { type: 'equals', task: 'both/web', value: { a: 1 } },
      { type: 'not-contains', task: 'write@2', value: 'x' },
      { type: 'cel', value: 'output.category == row.expected' },
      { type: 'trajectory:tool-sequence', value: { steps: ['lookup_order'] } },
      { type: 'cost', threshold: 0.1 },
    ];
    const mock = { outputs: { 'both/web': 'x' }, tools: { lookup_order: [{ args: { id: 1 }, output: 'x' }] } };
    expect(find({ expect: expect_, mock, target: 'both', rows: 'file:///rows.csv' })).toEqual([]);
  });

  it('name a task that is gone, and the one that may be meant', () => {
    expect(expecting('equals', 'x', { task: 'wrte' })).toEqual([
      'HED331 tests.plain.expect.0.task No task “wrte”. Did you mean write?',
    ]);
    expect(find({ target: 'gone' })).toEqual(['HED331 tests.plain.target No task “gone”.']);
    expect(find({ mock: { outputs: { wirte: 'x' } } })[0]).toContain('Did you mean write?');
  });

  it('name a mock for a tool that nobody has', () => {
    expect(find({ mock: { tools: { lokup_order: [] } } })).toEqual([
      'HED311 tests.plain.mock.tools.lokup_order No tool “lokup_order” that could be mocked. Did you mean lookup_order?',
    ]);
  });

  it('refuse a mock that answers nothing', () => {
    expect(find({ mock: { tools: { lookup_order: [{ args: {} }] } } })[0]).toContain('has an output, or an error');
    expect(find({ mock: { tools: { lookup_order: 'x' } } })[0]).toContain('A list of answers');
    expect(find({ mock: { tools: { lookup_order: [{ otput: 1, output: 2 }] } } })[0]).toContain('otput');
  });

  it('tell that a choice among variants is not compared yet', () => {
    expect(expecting('select-best', 'x')).toEqual([
      'HED332 tests.plain.expect.0.value “select-best” chooses among variants, which Heddle does not compare yet. Write llm-rubric.',
    ]);
  });

  it('want a judge with a name, and another than the judged', () => {
    expect(expecting('llm-rubric', 'Is kind')[0]).toMatch(/^HED208 /);
    expect(expecting('llm-rubric', 'Is kind', { judge: { model: 'sim:fast' } })[0]).toMatch(/^HED531 /);
    expect(expecting('llm-rubric', 'Is kind', { judge: { model: 'sim:default' } })).toEqual([]);
    const defaults = { testDefaults: { judge: { model: 'sim:default' } } };
    expect(find({ expect: [{ type: 'llm-rubric', value: 'Is kind' }] }, defaults)).toEqual([]);
    expect(find({ judge: { model: 'sim:default', votes: 2 } })[0]).toMatch(/^HED203 /);
  });

  it.each([
    ['regex', '(?=x)'],
    ['regex', '('],
    ['cel', 'output ='],
    ['cel', 'nobody == 1'],
    ['cost', undefined],
    ['contains', undefined],
    ['contains-any', 3],
    ['rounds', { min: 1 }],
    ['trajectory:tool-args-match', { name: 'x' }],
    ['trajectory:tool-sequence', 'x'],
    ['status', undefined],
  ])('refuse %s with the value %s', (type, value) => {
    expect(expecting(type, value)[0]).toMatch(/^HED332 /);
  });

  it('refuse a schema that is none', () => {
    expect(expecting('is-json', { type: 'objct' })[0]).toMatch(/^HED403 /);
  });

  it('refuse files outside of the folder of the workflow', () => {
    for (const rows of [
      'file:///../rows.csv',
      'file:////etc/passwd',
      '/rows.csv',
      'https://x.org/rows.csv',
      'file://C:/x',
    ])
      expect(find({ rows })[0]).toMatch(/^HED321 /);
    expect(findTestFile('file:///rows/a.csv')).toBe('rows/a.csv');
    expect(findTestFile('file://rows/a.csv')).toBe('rows/a.csv');
  });
});

describe('a new name', () => {
  const test = {
    target: 'both/web',
    mock: { outputs: { write: 'x', 'both/web': 'y' }, tools: { lookup_order: [] } },
    expect: [
      { type: 'equals', task: 'both/web@2', value: 'write' },
      { type: 'trajectory:step-status', value: { task: 'write', status: 'COMPLETE' } },
      { type: 'trajectory:tool-sequence', value: { steps: ['lookup_order', 'other'] } },
    ],
  };

  it('of a task is the one in tests', () => {
    const renamed = renameTask(build(test), { id: id('both'), newId: 'all' });
    expect(renamed).toMatchObject({ ok: true, value: { tests: { plain: { target: 'all/web' } } } });
    const tests = renamed.ok ? getOwnTests(renamed.value) : {};
    expect(tests['plain']?.mock?.outputs).toEqual({ write: 'x', 'all/web': 'y' });
    expect(tests['plain']?.expect?.[0]).toEqual({ type: 'equals', task: 'all/web@2', value: 'write' });
  });

  it('of a part is the one in tests', () => {
    const renamed = renamePart(build(test), { taskPath: 'both/web', newId: 'net' });
    expect(renamed).toMatchObject({ ok: true, value: { tests: { plain: { target: 'both/net' } } } });
  });

  it('of a step whose status is expected follows', () => {
    const renamed = renameTask(build(test), { id: id('write'), newId: 'draft' });
    const expected = renamed.ok ? getOwnTests(renamed.value)['plain']?.expect : undefined;
    expect(expected?.[1]?.value).toEqual({ task: 'draft', status: 'COMPLETE' });
  });

  it('of a tool is the one in mocks and in what is expected', () => {
    const renamed = renameEntry(build(test), { field: 'tools', name: 'lookup_order', newName: 'find_order' });
    const plain = renamed.ok ? getOwnTests(renamed.value)['plain'] : undefined;
    expect(plain?.mock?.tools).toEqual({ find_order: [] });
    expect(plain?.expect?.[2]?.value).toEqual({ steps: ['find_order', 'other'] });
  });

  it('leaves a document without tests as it is', () => {
    const document = build({ expect: [] });
    const renamed = renameTask(document, { id: id('write'), newId: 'draft' });
    expect(renamed.ok && renamed.value.tests).toBe(document.tests);
  });
});
