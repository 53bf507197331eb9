import { describe, expect, it } from 'vitest';
import type { Result } from '@/base/result';
import { findTopTask, listTaskIds, type WorkflowDocument } from '../document';
import { documentOf, id } from '../sample.testing';
import { taskTypes } from '../tasks';
import { taskSchema } from '../tasks/task-schema';
import { computeChange } from './change-between';
import type { EditRefusal } from './edit-refusal';
import { moveTasks } from './move-tasks';
import { renameTask } from './rename/rename-task';
import { typeReplaced } from './structure/replace-type.testing';
import { updateSettings } from './update-settings';
import { updateTask } from './update-task';

function done(_document: WorkflowDocument, result: Result<WorkflowDocument, EditRefusal>): WorkflowDocument {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}
const messageOf = (result: Result<WorkflowDocument, EditRefusal>) => (result.ok ? undefined : result.error.message);

describe('renameTask', () => {
  const document = documentOf(
    {
      first: {},
      fetch: {},
      'fetch.raw': {},
      reader: {
        dependsOn: ['fetch'],
        description: '{{ fetch.output.x }} {{fetch}} {{fetch.raw}} \\{{fetch}} {{fetcher}}',
        inputs: { a: { from: 'fetch.output' }, b: '{{fetch}}' },
        condition: 'tasks.fetch.status == "tasks.fetch" && tasks["fetch"].output > 1 && tasks.first.output',
        context: { includeTasks: ['fetch', 'first'] },
      },
      own: { inputs: { fetch: '{{fetch}}' }, description: '{{fetch}}' },
      later: {
        type: 'sequential',
        steps: [{ type: 'atomic', description: '{{fetch}}', inputs: { x: { from: 'fetch' } } }],
      },
    },
    {
      agents: { worker: { system: 'Use {{fetch}}' } },
      context: { excludeTasks: ['fetch'] },
      layout: { tasks: { first: [0, 0], fetch: [1, 2] }, collapsed: ['fetch/inner'] },
    },
  );
  const renamed = done(document, renameTask(document, { id: id('fetch'), newId: 'get-it' }));

  it('keeps its place, and is followed by wires, templates, inputs, expressions, settings and layout', () => {
    expect(listTaskIds(renamed)).toEqual(['first', 'get-it', 'fetch.raw', 'reader', 'own', 'later']);
    expect(findTopTask(renamed, 'reader')).toEqual({
      type: 'atomic',
      dependsOn: ['get-it'],
      description: '{{ get-it.output.x }} {{get-it}} {{fetch.raw}} \\{{fetch}} {{fetcher}}',
      inputs: { a: { from: 'get-it.output' }, b: '{{get-it}}' },
      condition: 'tasks["get-it"].status == "tasks.fetch" && tasks["get-it"].output > 1 && tasks.first.output',
      context: { includeTasks: ['get-it', 'first'] },
    });
    expect(renamed.agents).toEqual({ worker: { system: 'Use {{get-it}}' } });
    expect(renamed.context).toEqual({ excludeTasks: ['get-it'] });
    expect(renamed.layout).toEqual({ tasks: { first: [0, 0], 'get-it': [1, 2] }, collapsed: ['get-it/inner'] });
  });

  it('leaves alone what an input of the same name hides, and follows into parts that are not run yet', () => {
    expect(findTopTask(renamed, 'own')).toMatchObject({ inputs: { fetch: '{{get-it}}' }, description: '{{fetch}}' });
    expect(findTopTask(renamed, 'later')).toMatchObject({
      steps: [{ description: '{{get-it}}', inputs: { x: { from: 'get-it' } } }],
    });
  });

  it('refuses names that are taken, are none, or would be hidden by an input', () => {
    const rename = (newId: string) => messageOf(renameTask(document, { id: id('fetch'), newId }));
    expect(rename('first')).toBe('There is a task “first” already. Choose another name.');
    expect(rename('a b')).toMatch(/starts with a letter/);
    expect(rename('a')).toBe(
      '“reader” has an input or variable “a”, which would hide the renamed task there. Choose another name.',
    );
    expect(rename('fetch')).toBeUndefined();
  });
});

describe('updateTask', () => {
  const document = documentOf({ a: { description: 'Old', name: 'A' } });

  it('sets fields, and takes out those that are undefined', () => {
    const next = done(
      document,
      updateTask(document, { id: id('a'), patch: { description: 'New', name: undefined, priority: 'high' } }),
    );
    expect(findTopTask(next, 'a')).toEqual({ type: 'atomic', description: 'New', priority: 'high' });
  });

  it('changes nothing where nothing is new', () => {
    const result = updateTask(document, { id: id('a'), patch: { description: 'Old' } });
    expect(result.ok && computeChange(document, result.value).tasks.size).toBe(0);
  });

  it('checks the fields of a patch alone, as every type is valid without any other', () => {
    for (const type of taskTypes) expect(taskSchema.safeParse({ type })).toMatchObject({ success: true });
  });

  it('refuses what would not be a valid task', () => {
    expect(messageOf(updateTask(document, { id: id('a'), patch: { model: '' } }))).toMatch(/^model: /);
    expect(messageOf(updateTask(document, { id: id('a'), patch: { script: {} } }))).toMatch(/script/);
    expect(messageOf(updateTask(document, { id: id('b'), patch: {} }))).toBe('No task “b”.');
  });
});

describe('replaceType', () => {
  it('keeps what all types have and drops the rest', () => {
    const document = documentOf({ a: { type: 'script', description: 'D', script: { content: 'ls' } } });
    const next = done(document, typeReplaced(document, 'a', 'atomic'));
    expect(findTopTask(next, 'a')).toEqual({ type: 'atomic', description: 'D' });
    const back = done(next, typeReplaced(next, 'a', 'script'));
    expect(findTopTask(back, 'a')).toEqual({
      type: 'script',
      description: 'D',
      script: { language: 'bash', content: '' },
    });
  });
});

describe('replaceType of a task that attaches files', () => {
  it('drops them where the new type has none', () => {
    const document = documentOf({ a: { type: 'atomic', attachments: ['/plan.pdf'] } });
    const next = done(document, typeReplaced(document, 'a', 'script'));
    expect(findTopTask(next, 'a')).toEqual({ type: 'script', script: { language: 'bash', content: '' } });
  });
});

describe('updateSettings', () => {
  it('sets and takes out, and leaves tasks and layout alone', () => {
    const document = documentOf({ a: {} }, { name: 'W', layout: { tasks: { a: [0, 0] } } });
    const next = done(document, updateSettings(document, { patch: { name: undefined, maxConcurrency: 8 } }));
    expect(next).toEqual({ maxConcurrency: 8, tasks: document.tasks, layout: document.layout });
    expect(next.tasks).toBe(document.tasks);
    expect(messageOf(updateSettings(document, { patch: { maxConcurrency: 0 } }))).toMatch(/^maxConcurrency: /);
  });
});

describe('moveTasks', () => {
  it('places tasks on whole pixels and keeps the order of the others', () => {
    const document = documentOf({ a: {}, b: {} }, { layout: { tasks: { b: [1, 1], a: [2, 2] } } });
    const next = done(document, moveTasks(document, { positions: new Map([[id('b'), [3.5, -0.2]]]) }));
    expect(JSON.stringify(next.layout?.tasks)).toBe('{"b":[4,0],"a":[2,2]}');
  });
});
