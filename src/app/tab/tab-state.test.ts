import { expect, it } from 'vitest';
import { runOf, started } from '@/run/run-of.testing';
import { tabStatusOf, titleOf } from './tab-state';

const begin = { kind: 'run.started', path: '', data: { planHash: 'h', workflowId: 'w', taskCount: 3 } } as const;
const end = { kind: 'run.completed', path: '', data: { durationMs: 1 } } as const;

it('shows how far a run is, and that it ended only to who was away', () => {
  const running = runOf(begin, started('task/a'));
  expect(titleOf('Notes', running, tabStatusOf(running, false))).toBe('0 of 3 · Notes · Heddle');
  const over = runOf(begin, end);
  expect(titleOf('Notes', over, tabStatusOf(over, true))).toBe('Done · Notes · Heddle');
  expect(titleOf('Notes', over, tabStatusOf(over, false))).toBe('Notes · Heddle');
  expect(tabStatusOf(runOf(begin, { kind: 'run.failed', path: '', data: { durationMs: 1 } }), true)).toBe('failed');
  expect(tabStatusOf(runOf(), true)).toBe('none');
});

it('counts what it asks', () => {
  const asking = runOf(begin, {
    kind: 'input.requested',
    path: 'task/a/ask/1',
    result: 'Which?',
    data: { kind: 'input' },
  });
  expect(titleOf('Notes', asking, tabStatusOf(asking, false))).toBe('(1) Notes · Heddle');
});
