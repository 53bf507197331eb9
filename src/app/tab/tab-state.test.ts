import { expect, it } from 'vitest';
import { runOf, started } from '@/run/run-of.testing';
import { findTabStatus, formatTabTitle } from './tab-state';

const begin = { kind: 'run.started', path: '', data: { planHash: 'h', workflowId: 'w', taskCount: 3 } } as const;
const end = { kind: 'run.completed', path: '', data: { durationMs: 1 } } as const;

it('shows how far a run is, and that it ended only to who was away', () => {
  const running = runOf(begin, started('task/a'));
  expect(formatTabTitle('Notes', running, findTabStatus(running, false))).toBe('0 of 3 · Notes · Heddle');
  const over = runOf(begin, end);
  expect(formatTabTitle('Notes', over, findTabStatus(over, true))).toBe('Done · Notes · Heddle');
  expect(formatTabTitle('Notes', over, findTabStatus(over, false))).toBe('Notes · Heddle');
  expect(findTabStatus(runOf(begin, { kind: 'run.failed', path: '', data: { durationMs: 1 } }), true)).toBe('failed');
  expect(findTabStatus(runOf(), true)).toBe('none');
});

it('counts what it asks', () => {
  const asking = runOf(begin, {
    kind: 'input.requested',
    path: 'task/a/ask/1',
    result: 'Which?',
    data: { kind: 'input' },
  });
  expect(formatTabTitle('Notes', asking, findTabStatus(asking, false))).toBe('(1) Notes · Heddle');
});
