import { expect, it } from 'vitest';
import { formatTaskLabel } from './document';
import { formatTaskSummary } from './task-summary';
import type { Task } from './tasks';

const task = (fields: Partial<Task>) => ({ type: 'atomic', ...fields }) as Task;

it('a long prompt is cut between emoji', () => {
  expect(formatTaskSummary(task({ description: `a${'🎉'.repeat(300)}` }))).toBe(`a${'🎉'.repeat(59)}`);
});

it('a name shows what hides in it', () => {
  expect(formatTaskLabel('a', task({ name: 'safe\u202egnp.exe' }))).toBe('safe\\u202egnp.exe');
});
