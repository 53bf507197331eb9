import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '@/workflow/document';
import { documentSchema } from '@/workflow/document-schema';
import { listNamesInScope, listNamesToConnect } from './names-in-scope';

const document = documentSchema.parse({
  variables: { audience: 'developers', tone: 'calm' },
  tasks: {
    fetch: { type: 'script', returns: { count: 'size(content)' } },
    list: { type: 'atomic', dependsOn: ['fetch'] },
    write: { type: 'atomic', dependsOn: ['list'], inputs: { tone: 'sharp' }, variables: { limit: 3 } },
    other: { type: 'atomic' },
  },
}) as WorkflowDocument;

describe('namesInScope', () => {
  it('gives inputs, own variables, tasks above with what they return, and the variables of the workflow', () => {
    expect(listNamesInScope(document, 'write').map(({ name }) => name)).toEqual([
      'tone',
      'limit',
      'list',
      'fetch',
      'count',
      'audience',
    ]);
  });

  it('shows what is hidden in the name of a task', () => {
    const hidden = documentSchema.parse({
      tasks: { a: { type: 'script', name: 'pay\u202egnp.exe' }, b: { type: 'atomic', dependsOn: ['a'] } },
    }) as WorkflowDocument;
    expect(listNamesInScope(hidden, 'b')).toEqual([
      { name: 'a', kind: 'task', detail: 'pay\\u202egnp.exe', taskPath: 'a' },
    ]);
  });

  it('takes the nearest of two things with one name', () => {
    const tone = listNamesInScope(document, 'write').find(({ name }) => name === 'tone');
    expect(tone?.kind).toBe('input');
  });

  it('leaves out tasks that are not waited for', () => {
    expect(listNamesInScope(document, 'list').map(({ name }) => name)).not.toContain('other');
  });

  it('goes outward from a task within others, by way of what these are given', () => {
    const nested = documentSchema.parse({
      variables: { audience: 'developers' },
      tasks: {
        fetch: { type: 'atomic' },
        each: {
          type: 'map',
          dependsOn: ['fetch'],
          inputs: { tone: 'calm' },
          innerTask: {
            type: 'sequential',
            steps: [{ type: 'atomic' }, { type: 'atomic', id: 'write' }, { type: 'atomic', id: 'later' }],
          },
        },
      },
    }) as WorkflowDocument;
    const names = listNamesInScope(nested, 'each/inner_task/write');
    expect(names.map(({ name }) => name)).toEqual(['step_1', 'item', 'index', 'name', 'tone', 'fetch', 'audience']);
    expect(names.find(({ name }) => name === 'tone')?.detail).toBe('Input of a task around it');
    expect(listNamesInScope(nested, undefined).map(({ name }) => name)).toEqual(['audience']);
  });

  it('knows the tasks that could be connected: beside it and around it, but none that comes after', () => {
    const nested = documentSchema.parse({
      tasks: {
        fetch: { type: 'atomic' },
        both: {
          type: 'group',
          subtasks: {
            one: { type: 'atomic' },
            two: { type: 'atomic', dependsOn: ['one'] },
            three: { type: 'atomic' },
          },
        },
        after: { type: 'atomic', dependsOn: ['both'] },
      },
    }) as WorkflowDocument;
    expect(listNamesInScope(nested, 'both/two').find(({ name }) => name === 'one')?.taskPath).toBe('both/one');
    expect(listNamesToConnect(nested, 'both/two').map(({ connects }) => connects)).toEqual([
      { from: 'both/three', to: 'both/two' },
      { from: 'fetch', to: 'both' },
    ]);
    expect(listNamesToConnect(nested, 'both/one').map(({ name }) => name)).toEqual(['three', 'fetch']);
  });
});
