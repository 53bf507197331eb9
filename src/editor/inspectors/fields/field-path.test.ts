import { describe, expect, it } from 'vitest';
import type { Diagnostic } from '@/workflow/diagnostic';
import { findProblemAt, patchAt, readAt, setAtPath } from './field-path';

describe('a field by its path', () => {
  const task = { type: 'atomic', errorHandling: { onError: 'retry', maxRetries: 2 }, limits: { timeoutMs: 5 } };

  it('is read, and undefined where nothing stands', () => {
    expect(readAt(task, ['errorHandling', 'maxRetries'])).toBe(2);
    expect(readAt(task, ['options', 'temperature'])).toBeUndefined();
    expect(readAt(task, ['type', 'length'])).toBeUndefined();
  });

  it('is written without touching the rest', () => {
    expect(setAtPath(task, ['options', 'temperature'], 0)).toEqual({ ...task, options: { temperature: 0 } });
    expect(task).not.toHaveProperty('options');
  });

  it('is removed with the objects that become empty', () => {
    expect(setAtPath(task, ['limits', 'timeoutMs'], undefined)).not.toHaveProperty('limits');
    expect(setAtPath(task, ['errorHandling', 'onError'], undefined)).toHaveProperty('errorHandling', { maxRetries: 2 });
  });

  it('leaves what says something by being there', () => {
    const voted = { type: 'atomic', voting: { k: 3 } };
    expect(setAtPath(voted, ['voting', 'k'], undefined)).toHaveProperty('voting', {});
    const decomposed = { type: 'atomic', reparse: { on: ['no_progress'] } };
    expect(setAtPath(decomposed, ['reparse', 'on'], undefined)).toHaveProperty('reparse', {});
    expect(setAtPath({ agents: { worker: { model: 'a' } } }, ['agents', 'worker', 'model'], undefined)).toEqual({
      agents: { worker: {} },
    });
  });

  it('may lie in a list', () => {
    const cond = { type: 'cond', cases: [{ test: 'a' }, { test: 'b' }] };
    expect(readAt(cond, ['cases', '1', 'test'])).toBe('b');
    expect(patchAt(cond, ['cases', '1', 'test'], 'c')).toEqual({ cases: [{ test: 'a' }, { test: 'c' }] });
    expect(patchAt(cond, ['cases', '0'], undefined)).toEqual({ cases: [{ test: 'b' }] });
  });

  it('gives a patch of its first key, with undefined to remove it', () => {
    expect(patchAt(task, ['limits', 'timeoutMs'], 9)).toEqual({ limits: { timeoutMs: 9 } });
    expect(patchAt(task, ['limits', 'timeoutMs'], undefined)).toEqual({ limits: undefined });
  });
});

describe('the problem of a field', () => {
  const problem = (severity: 'error' | 'warning', ...path: (string | number)[]): Diagnostic => ({
    code: 'HED203',
    severity,
    message: path.join('.'),
    path,
  });
  const root = ['tasks', 'review'];

  it('is found by the key that the file has, or one deeper', () => {
    const deep = problem('error', 'tasks', 'review', 'error_handling', 'max_retries');
    expect(findProblemAt([deep], root, ['errorHandling', 'maxRetries'])).toBe(deep);
    expect(findProblemAt([deep], root, ['errorHandling'])).toBe(deep);
    expect(findProblemAt([deep], root, ['errorHandling', 'backoff'])).toBeUndefined();
    expect(findProblemAt([deep], ['tasks', 'other'], ['errorHandling'])).toBeUndefined();
  });

  it('is the first error, or else the first warning', () => {
    const warning = problem('warning', 'tasks', 'review', 'description');
    const error = problem('error', 'tasks', 'review', 'description', 0);
    expect(findProblemAt([warning, error], root, ['description'])).toBe(error);
    expect(findProblemAt([warning], root, ['description'])).toBe(warning);
  });
});
