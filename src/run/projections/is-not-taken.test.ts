import { describe, expect, it } from 'vitest';
import { emptyRun, reduceRun } from '../reduce-run';
import { buildShortId } from '../short-id';
import { isNotTaken } from './is-not-taken';

const item = (n: number) => `task/m/attempt/1/item/${n}/task/inner_task`;
const branch = (condition: string, segment: string) => `${condition}/attempt/1/task/${segment}`;
type Drafted = readonly [path: string, kind?: 'task.started' | 'task.completed' | 'task.skipped', data?: object];
const ended = { content: { preview: '', bytes: 0 }, status: 'COMPLETE', usage: null, durationMs: 1 };

function runOf(...drafts: readonly Drafted[]) {
  return reduceRun(
    emptyRun,
    drafts.map(([path, kind = 'task.started', data = { type: 'atomic' }], index) => ({
      v: 1,
      seq: index + 1,
      t: '2026-01-01T00:00:00.000Z',
      path,
      id: buildShortId(path),
      kind,
      data,
    })) as Parameters<typeof reduceRun>[1],
  );
}

const looped = runOf(
  ['task/m'],
  [item(0)],
  [branch(item(0), 'case:1')],
  [item(0), 'task.completed', ended],
  [item(1)],
  [branch(item(1), 'else')],
  [item(1), 'task.completed', ended],
);
const [first, last] = ['m/inner_task/case:1', 'm/inner_task/else'];

describe('a case that was not taken', () => {
  it('is one that no instance of the condition ran', () => {
    expect(isNotTaken(looped, 'm/inner_task/case:2', undefined)).toBe(true);
    expect(isNotTaken(looped, first, undefined)).toBe(false);
  });

  it('is one that the chosen instance did not run', () => {
    expect([first, last].map((path) => isNotTaken(looped, path, item(0)))).toEqual([false, true]);
    expect([first, last].map((path) => isNotTaken(looped, path, item(1)))).toEqual([true, false]);
    expect(isNotTaken(looped, last, branch(item(0), 'case:1'))).toBe(true);
    // What is chosen elsewhere says nothing of it.
    expect(isNotTaken(looped, last, 'task/other')).toBe(false);
    expect(isNotTaken(looped, 'm/inner_task/case:2', 'task/other')).toBe(true);
  });

  it('is told while another one runs, but not before one does', () => {
    expect(isNotTaken(runOf(['task/c']), 'c/case:1', undefined)).toBe(false);
    const running = runOf(['task/c'], [branch('task/c', 'case:2')]);
    expect(isNotTaken(running, 'c/case:1', undefined)).toBe(true);
    expect(isNotTaken(running, 'c/case:2', undefined)).toBe(false);
  });

  it('is each one where none is true, but none where the condition itself did not run', () => {
    const skipped = (reason: string) => runOf(['task/c', 'task.skipped', { reason }]);
    expect(isNotTaken(skipped('no_case'), 'c/case:1', undefined)).toBe(true);
    expect(isNotTaken(skipped('condition'), 'c/case:1', undefined)).toBe(false);
    expect(isNotTaken(emptyRun, 'c/case:1', undefined)).toBe(false);
  });
});
