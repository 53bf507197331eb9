import { expect, it } from 'vitest';
import { runOf, started } from '@/run/run-of.testing';
import { formatTabTitle } from './tab-title';

const begin = { kind: 'run.started', path: '', data: { planHash: 'h', workflowId: 'w', taskCount: 3 } } as const;
const asked = { kind: 'input.requested', path: 'task/a/ask/1', task: 'Which?', data: { kind: 'input' } } as const;

it.each([
  ['none', false, 'Notes · Heddle'],
  ['running', false, '0 of 3 · Notes · Heddle'],
  ['failed', false, 'Failed · Notes · Heddle'],
  ['stale', true, 'Notes · Heddle'],
  ['done', false, 'Notes · Heddle'],
  ['done', true, 'Done · Notes · Heddle'],
  ['asks', false, 'Waits · Notes · Heddle'],
] as const)('says how the run is (%s, away: %s)', (mark, wasAway, title) => {
  expect(formatTabTitle('Notes', runOf(begin, started('task/a')), mark, wasAway)).toBe(title);
});

it('counts what it asks', () => {
  expect(formatTabTitle('Notes', runOf(begin, asked), 'asks', false)).toBe('(1) Notes · Heddle');
});
