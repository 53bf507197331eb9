import { describe, expect, it } from 'vitest';
import { emptyRun } from '../reduce-run';
import type { RunState, TaskRetry, TaskRun } from '../run-state';
import { timelineOf } from './timeline';

const time = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();
const failure = { code: 'PROVIDER_ERROR', message: 'Busy.', retryable: true } as const;

const failedAt = (seconds: number): TaskRetry => ({ since: time(seconds), delayMs: 2000, error: failure });

function runWith(task: TaskRun, retries: readonly TaskRetry[]): RunState {
  return { ...emptyRun, seq: 1, startedAt: time(0), tasks: new Map([['a', task]]), retries: new Map([['a', retries]]) };
}

describe('the timeline of a run', () => {
  it('is empty before the run has started', () => {
    expect(timelineOf(emptyRun)).toEqual([]);
  });

  it('leaves out tasks that never started', () => {
    expect(timelineOf(runWith({ status: 'skipped', endedAt: time(1), reason: 'condition' }, []))).toEqual([]);
  });

  it('shows a failed attempt, the wait after it, and the attempt that goes on', () => {
    const run = runWith({ status: 'running', startedAt: time(1), attempt: 2 }, [failedAt(3)]);
    expect(timelineOf(run)).toEqual([
      {
        taskId: 'a',
        bars: [
          { kind: 'failed', from: 1000, to: 3000 },
          { kind: 'waiting', from: 3000, to: 5000 },
          { kind: 'running', from: 5000, to: undefined },
        ],
      },
    ]);
  });

  it('shows a wait that is not over yet', () => {
    const retry = failedAt(4);
    const run = runWith({ status: 'running', startedAt: time(1), attempt: 2, retry }, [retry]);
    expect(timelineOf(run)[0]?.bars).toEqual([
      { kind: 'failed', from: 1000, to: 4000 },
      { kind: 'waiting', from: 4000, to: undefined },
    ]);
  });
});
