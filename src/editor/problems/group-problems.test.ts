import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '@/workflow/diagnostic';
import { groupProblems } from './group-problems';

const problem = (message: string, severity: 'error' | 'warning', ...path: string[]): Diagnostic => ({
  code: 'HED203',
  severity,
  message,
  path,
});

describe('groupProblems', () => {
  it('puts the workflow first, then the tasks as they come, and errors before warnings', () => {
    const groups = groupProblems([
      problem('b warns', 'warning', 'tasks', 'b', 'description'),
      problem('b fails', 'error', 'tasks', 'b'),
      problem('a fails', 'error', 'tasks', 'a'),
      problem('no model', 'error', 'default_model'),
    ]);
    expect(groups.map(({ id, problems }) => [id, problems.map(({ message }) => message)])).toEqual([
      [undefined, ['no model']],
      ['b', ['b fails', 'b warns']],
      ['a', ['a fails']],
    ]);
  });
});
