import { describe, expect, it } from 'vitest';
import type { WorkflowDocument } from './document';
import { documentSchema } from './document-schema';
import { buildPartPath, findContainerPath, findTaskPathAt, getRootPath, listParts, locateTask } from './task-path';

const document = documentSchema.parse({
  tasks: {
    g: {
      type: 'group',
      subtasks: {
        web: {
          type: 'sequential',
          steps: [
            { type: 'atomic', description: 'first' },
            { type: 'cond', id: 'pick', cases: [{ test: 'true', task: { type: 'script' } }], else: { type: 'atomic' } },
          ],
        },
      },
    },
    a: {
      type: 'atomic',
      inputs: { doc: { task: { type: 'script', name: 'read' } } },
      bestOf: { n: 2, evaluator: { type: 'atomic', name: 'choose' } },
    },
  },
}) as WorkflowDocument;

describe('a place', () => {
  it.each([
    ['g', ['tasks', 'g']],
    ['g/web/step_1', ['tasks', 'g', 'subtasks', 'web', 'steps', 0]],
    ['g/web/pick/case:1', ['tasks', 'g', 'subtasks', 'web', 'steps', 1, 'cases', 0, 'task']],
    ['g/web/pick/else', ['tasks', 'g', 'subtasks', 'web', 'steps', 1, 'else']],
    ['a/input:doc', ['tasks', 'a', 'inputs', 'doc', 'task']],
    ['a/best_of', ['tasks', 'a', 'best_of', 'evaluator']],
  ])('leads to a task and its path in a file: %s', (taskPath, path) => {
    expect(locateTask(document, taskPath)?.path).toEqual(path);
    expect(findTaskPathAt(document, path)).toBe(taskPath);
    expect(findTaskPathAt(document, [...path, 'description'])).toBe(taskPath);
  });

  it('is not told by a path that leads into no task', () => {
    expect(findTaskPathAt(document, ['tasks', 'nobody', 'description'])).toBeUndefined();
    expect(findTaskPathAt(document, ['agents', 'g'])).toBeUndefined();
  });

  it.each(['x', 'g/none', 'a/inner_task', 'g/web/step_1/else'])('that leads nowhere gives nothing: %s', (taskPath) => {
    expect(locateTask(document, taskPath)).toBeUndefined();
  });

  it('is made of its holder and a segment that is one of a kind there', () => {
    const visit = (taskPath: string): void => {
      const { task } = locateTask(document, taskPath) ?? expect.unreachable();
      const segments = listParts(task).map((part) => part.position.segment);
      expect(new Set(segments).size).toBe(segments.length);
      for (const segment of segments) {
        const inner = buildPartPath(taskPath, segment);
        expect(findContainerPath(inner)).toBe(taskPath);
        expect(getRootPath(inner)).toBe(getRootPath(taskPath));
        visit(inner);
      }
    };
    for (const id of Object.keys(document.tasks)) visit(id);
  });
});
