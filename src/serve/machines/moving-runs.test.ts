import { expect, it } from 'vitest';
import { computeListedStatus } from '@/run/listed-status';
import { MovingRuns } from './moving-runs';

it('takes a run that no machine holds for one that moves, until it was given up or nobody takes it', () => {
  let now = 0;
  const runs = new MovingRuns(() => now);
  expect(runs.isMoving('a')).toBe(true);
  now = 599_000;
  expect(runs.isMoving('a')).toBe(true);
  now = 601_000;
  expect(runs.isMoving('a')).toBe(false);
  runs.take('a');
  expect(runs.isMoving('a')).toBe(true);
  runs.giveUp('a');
  expect(runs.isMoving('a')).toBe(false);
  runs.take('a');
  expect(runs.isMoving('a')).toBe(true);
});

it('is a status of its own, and only of a run that has not ended', () => {
  expect([
    computeListedStatus('running', 'somebody'),
    computeListedStatus('running', 'soon'),
    computeListedStatus('running', 'nobody'),
  ]).toEqual(['running', 'moving', 'interrupted']);
  expect([computeListedStatus('completed', 'nobody'), computeListedStatus('waiting', 'soon')]).toEqual([
    'completed',
    'waiting',
  ]);
});
