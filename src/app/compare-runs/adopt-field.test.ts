import { expect, it } from 'vitest';
import type { Task } from '@/workflow/tasks';
import { adoptField } from './adopt-field';

const task = { type: 'atomic', description: 'now', options: { temperature: 0.3, top_p: 1 } } as Task;

it('takes a prompt or an option of a run, and nothing that is there already', () => {
  expect(adoptField(task, { path: ['prompt'] }, 'before')).toEqual({ description: 'before' });
  expect(adoptField(task, { path: ['prompt'] }, 'now')).toBeUndefined();
  expect(adoptField(task, { path: ['options', 'temperature'] }, 0.7)).toEqual({
    options: { temperature: 0.7, top_p: 1 },
  });
  expect(adoptField(task, { path: ['options', 'temperature'] }, undefined)).toEqual({ options: { top_p: 1 } });
  expect(adoptField(task, { path: ['options', 'temperature'] }, 0.3)).toBeUndefined();
});

it('leaves out what follows from other fields', () => {
  expect(adoptField(task, { path: ['limits', 'maxTurns'] }, 3)).toBeUndefined();
  expect(adoptField(task, { path: ['options', 'stop', 0] }, 'x')).toBeUndefined();
  expect(adoptField({ type: 'script' } as Task, { path: ['prompt'] }, 'x')).toBeUndefined();
});
