import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from '../../document';
import { documentSchema } from '../../document-schema';
import { retitleTask } from './retitle-task';

const document = documentSchema.parse({
  tasks: {
    atomic_1: { type: 'atomic', description: 'Alone' },
    atomic_2: { type: 'atomic', description: 'Read' },
    atomic_3: { type: 'atomic', description: 'About {{atomic_2}}' },
    atomic_4: { type: 'atomic', description: 'After', dependsOn: ['atomic_1'] },
    fetch: { type: 'atomic', name: 'Fetch it', description: 'Chosen' },
    steps: {
      type: 'sequential',
      steps: [
        { id: 'atomic_1', type: 'atomic', description: 'One' },
        { id: 'atomic_2', type: 'atomic', description: '{{atomic_1}}' },
        { type: 'atomic', description: 'Three' },
      ],
    },
    gather: {
      type: 'group',
      subtasks: { script_1: { type: 'script', script: { content: 'ls' } }, web: { type: 'atomic', description: 'x' } },
    },
  },
  layout: { tasks: { atomic_3: [5, 6] } },
}) as WorkflowDocument;

function retitled(taskPath: string, title: string) {
  const made = retitleTask(document, { taskPath, title });
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

describe('a title', () => {
  it('becomes the id too while that is the one the task got, and nothing names it', () => {
    const { document: next, taskPath } = retitled('atomic_3', 'Sort the list');
    expect(taskPath).toBe('sort_the_list');
    expect(Object.keys(next.tasks ?? {})).toEqual([
      'atomic_1',
      'atomic_2',
      'sort_the_list',
      'atomic_4',
      'fetch',
      'steps',
      'gather',
    ]);
    expect(next.tasks).toMatchObject({ sort_the_list: { name: 'Sort the list' } });
    expect(next.layout?.tasks).toEqual({ sort_the_list: [5, 6] });
  });

  it('that an id can say is no name besides', () => {
    const { document: next, taskPath } = retitled('atomic_3', ' ask ');
    expect(taskPath).toBe('ask');
    expect(next.tasks).toMatchObject({ ask: { description: 'About {{atomic_2}}' } });
    expect(next.tasks?.['ask' as never]).not.toHaveProperty('name');
  });

  it('leaves an id that a text, a wire or a step names, that a person chose, or that it cannot be', () => {
    for (const path of ['atomic_2', 'atomic_1', 'fetch', 'steps/atomic_1', 'gather/web'])
      expect(retitled(path, 'Other')).toMatchObject({ taskPath: path });
    for (const title of ['会計', '2 lists', 'atomic 2', 'Fetch'])
      expect(retitled('atomic_3', title).document.tasks).toMatchObject({
        [title === 'Fetch' ? 'Fetch' : 'atomic_3']: {},
      });
    expect(retitled('atomic_3', '会計').document.tasks).toMatchObject({ atomic_3: { name: '会計' } });
    expect(retitled('atomic_2', 'Other').document.tasks).toMatchObject({ atomic_2: { name: 'Other' } });
  });

  it('is taken away by none, and by the id itself', () => {
    for (const title of ['', '  ', 'fetch'])
      expect(retitled('fetch', title).document.tasks?.['fetch' as never]).not.toHaveProperty('name');
  });

  it('holds for steps and subtasks, those without an id of their own too', () => {
    expect(retitled('steps/atomic_2', 'Écrire tout')).toMatchObject({ taskPath: 'steps/ecrire_tout' });
    expect(retitled('steps/step_3', 'last')).toMatchObject({ taskPath: 'steps/last' });
    expect(retitled('gather/script_1', 'List files').document.tasks).toMatchObject({
      gather: { subtasks: { list_files: { name: 'List files' } } },
    });
  });
});
