import { expect, it } from 'vitest';
import { runOf } from '@/run/run-of.testing';
import { readShownClock } from './shown-clock';

const begin = { kind: 'run.started', path: '', data: { planHash: 'h', workflowId: 'w', taskCount: 3 } } as const;
const completed = { kind: 'run.completed', path: '', data: { durationMs: 1 } } as const;
const going = runOf(begin);
const start = Date.parse(going.startedAt ?? '');

it('goes on between two events, and not back when the end is told late', () => {
  const shown = { executionId: 'one', present: going, owner: 'here' } as const;
  expect(readShownClock(shown, start + 7000)).toBe(7000);
  expect(readShownClock(shown, start + 6000)).toBe(7000);
  expect(readShownClock({ ...shown, present: runOf(begin, completed) }, start + 9000)).toBe(7000);
});

it('keeps nothing for another run, nor of a time in which perhaps nobody ran it', () => {
  const shown = { executionId: 'two', present: going } as const;
  expect(readShownClock({ ...shown, owner: undefined }, start + 90_000)).toBe(90_000);
  expect(readShownClock({ ...shown, owner: 'nobody' }, start + 90_000)).toBeLessThan(2000);
});
