import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../../document';
import { collectOpenReads } from '../../graph/open-reads';
import { listCalls } from '../../library/calls-of';
import { documentOf } from '../../sample.testing';
import type { Task } from '../../tasks';
import { updateSettings } from '../update-settings';
import { listParameterReaders, removeParameter, renameParameter } from './change-parameters';
import { duplicateFunction } from './duplicate-function';
import { inlineFunction } from './inline-function';
import { removeFunction } from './remove-function';

const step = (description: string, fields: object = {}) => ({ type: 'atomic', description, ...fields }) as Task;
const call = (ref: string, args: object) => ({ type: 'call', ref, args }) as unknown as Task;
const sample: WorkflowDocument = {
  ...documentOf({
    a: { type: 'call', ref: 'report', args: { topic: 'x', pages: 2 } },
    g: { type: 'group', subtasks: { b: { type: 'call', ref: 'report', args: { topic: 'y' } } } },
  }),
  defaultModel: 'sim:echo',
  variables: { TONE: 'kind' },
  library: {
    report: {
      parameters: [{ name: 'topic' }, { name: 'pages', default: 3 }],
      task: {
        type: 'group',
        subtasks: {
          web: step('{{topic}} {{TONE}}'),
          books: step('{{own}}', { inputs: { own: { from: 'topic' } }, condition: 'inputs.pages > 1' }),
          topical: step('{{topic}}', { variables: { topic: 'mine' } }),
        },
      } as unknown as Task,
    },
    twice: { parameters: [{ name: 'of' }], task: call('report', { topic: { from: 'of' } }) },
    endless: { task: call('endless', {}) },
  },
  layout: { tasks: { a: [0, 0], 'library:report/web': [5, 6] }, collapsed: ['library:report'] },
};

function done<T>(result: { ok: true; value: T } | { ok: false; error: { message: string } }): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const told = (result: { ok: boolean; error?: { message: string } }) => (result.ok ? undefined : result.error?.message);

describe('a parameter', () => {
  it('is renamed with what reads it and the arguments of all calls, in their order', () => {
    const next = done(renameParameter(sample, { of: 'report', parameter: 'topic', newName: 'about' }));
    expect(next.library?.['report']).toEqual({
      parameters: [{ name: 'about' }, { name: 'pages', default: 3 }],
      task: {
        type: 'group',
        subtasks: {
          web: step('{{about}} {{TONE}}'),
          books: step('{{own}}', { inputs: { own: { from: 'about' } }, condition: 'inputs.pages > 1' }),
          topical: step('{{topic}}', { variables: { topic: 'mine' } }),
        },
      },
    });
    expect(Object.keys((next.tasks as never as Record<string, { args: object }>)['a']?.args ?? {})).toEqual([
      'about',
      'pages',
    ]);
    expect(next.library?.['twice']?.task).toMatchObject({ args: { about: { from: 'of' } } });
    const pages = done(renameParameter(sample, { of: 'report', parameter: 'pages', newName: 'length' }));
    expect(pages.library?.['report']?.task).toMatchObject({ subtasks: { books: { condition: 'inputs.length > 1' } } });
  });

  it('takes no name that means something else in the function', () => {
    const to = (newName: string) => told(renameParameter(sample, { of: 'report', parameter: 'topic', newName }));
    expect(to('pages')).toBe('“report” has a parameter “pages” already. Choose another name.');
    expect(to('TONE')).toBe('Something else is read as “TONE” in the function. Choose another name.');
    expect(to('own')).toBeUndefined();
    expect(to('web')).toBe('Something else is read as “web” in the function. Choose another name.');
    expect(to('no name')).toContain('name');
  });

  it('is removed with the arguments for it; what reads it is told', () => {
    expect(listParameterReaders(sample, { of: 'report', parameter: 'topic' })).toEqual([
      'library:report/web',
      'library:report/books',
    ]);
    const next = done(removeParameter(sample, { of: 'report', parameter: 'topic' }));
    expect(next.library?.['report']?.parameters).toEqual([{ name: 'pages', default: 3 }]);
    expect(next.tasks).toMatchObject({
      a: { args: { pages: 2 } },
      g: { subtasks: { b: { type: 'call', ref: 'report' } } },
    });
    expect(JSON.stringify(next.tasks)).not.toContain('"topic"');
    expect(done(removeParameter(sample, { of: 'twice', parameter: 'of' })).library?.['twice']).not.toHaveProperty(
      'parameters',
    );
  });

  it('is read by the tasks that nothing hides it from', () => {
    const reads = collectOpenReads(sample.library?.['report']?.task as Task);
    expect([reads.get('topic'), reads.get('pages'), reads.get('own')]).toEqual([
      ['web', 'books'],
      ['books'],
      undefined,
    ]);
  });
});

describe('a function', () => {
  it('knows its calls, also those in functions', () => {
    expect(listCalls(sample, 'report')).toEqual(['a', 'g/b', 'library:twice']);
    expect(listCalls(sample, 'twice')).toEqual([]);
  });

  it('is copied and removed with its layout', () => {
    const { document, name } = done(duplicateFunction(sample, 'report'));
    expect(name).toBe('report_2');
    expect(document.library?.['report_2']).toEqual(sample.library?.['report']);
    expect(document.layout?.tasks).toEqual({ a: [0, 0], 'library:report/web': [5, 6], 'library:report_2/web': [5, 6] });
    const removed = done(removeFunction(document, 'report'));
    expect(Object.keys(removed.library ?? {})).toEqual(['twice', 'endless', 'report_2']);
    expect(removed.layout).toEqual({
      tasks: { a: [0, 0], 'library:report_2/web': [5, 6] },
      collapsed: ['library:report_2'],
    });
  });

  it('is inlined in all its calls, and may then go; one that calls itself cannot be', () => {
    const next = done(inlineFunction(sample, { name: 'report', remove: true }));
    expect(next.tasks).toMatchObject({ a: { type: 'group' }, g: { subtasks: { b: { type: 'group' } } } });
    expect(listCalls(next, 'report')).toEqual([]);
    expect(Object.keys(next.library ?? {})).toEqual(['twice', 'endless']);
    expect(next.library?.['twice']?.task).toMatchObject({
      type: 'group',
      subtasks: { web: { description: '{{of}} {{TONE}}' } },
    });
    expect(done(inlineFunction(sample, { name: 'report', remove: false })).library).toHaveProperty('report');
    expect(told(inlineFunction(sample, { name: 'endless', remove: false }))).toContain('calls itself');
  });

  it('is set by its fields, of which only those that are new are checked', () => {
    const { library } = sample;
    const bad = { ...library, report: { ...library?.['report'], description: 5 } };
    expect(told(updateSettings(sample, { patch: { library: bad as never } }))).toContain('library.report.description');
    const good = { ...library, report: { ...library?.['report'], description: 'Reports' } };
    expect(done(updateSettings(sample, { patch: { library: good } })).library).toEqual(good);
    expect(told(updateSettings(sample, { patch: { library: { x: 3 } as never } }))).toContain('library.x');
  });
});
