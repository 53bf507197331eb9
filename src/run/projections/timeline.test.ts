import { describe, expect, it } from 'vitest';
import { emptyRun } from '../reduce-run';
import type { FailedAttempt, RunState, TaskInstance, TaskRun } from '../run-state';
import { buildTimeline } from './timeline';

const time = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();
const failure = { code: 'PROVIDER_ERROR', message: 'Busy.', retryable: true } as const;

const failedAt = (seconds: number): FailedAttempt => ({
  path: 'task/a',
  since: time(seconds),
  delayMs: 2000,
  error: failure,
});

function runWith(task: TaskRun, retries: readonly FailedAttempt[]): RunState {
  return { ...runOf({ a: [{ ...task, path: 'task/a' }] }), retries: new Map([['a', retries]]) };
}

function runOf(instances: Readonly<Record<string, readonly TaskInstance[]>>): RunState {
  const lists = Object.entries(instances);
  return {
    ...emptyRun,
    seq: 1,
    startedAt: time(0),
    instances: new Map(lists),
    tasks: new Map(lists.flatMap(([taskPath, list]) => list.slice(-1).map((last) => [taskPath, last] as const))),
  };
}

const none: ReadonlySet<string> = new Set();

describe('the timeline of a run', () => {
  it('is empty before the run has started', () => {
    expect(buildTimeline(emptyRun, none)).toEqual([]);
  });

  it('leaves out tasks that never started', () => {
    expect(buildTimeline(runWith({ status: 'skipped', endedAt: time(1), reason: 'condition' }, []), none)).toEqual([]);
  });

  it('shows a failed attempt, the wait after it, and the attempt that goes on', () => {
    const run = runWith({ status: 'running', startedAt: time(1), attempt: 2 }, [failedAt(3)]);
    expect(buildTimeline(run, none)).toEqual([
      {
        taskPath: 'a',
        depth: 0,
        holds: false,
        runs: 1,
        bars: [
          { kind: 'failed', from: 1000, to: 3000 },
          { kind: 'waiting', from: 3000, to: 5000 },
          { kind: 'running', from: 5000, to: undefined },
        ],
      },
    ]);
  });

  it('tells a failure that counts as completed from what is done', () => {
    const usage = { inputTokens: 1, outputTokens: 1, cachedTokens: 0, costUsd: 0, estimated: false };
    const done: TaskRun = {
      status: 'ok',
      startedAt: time(1),
      endedAt: time(2),
      result: { text: '', length: 0 },
      data: { status: 'COMPLETE', attempts: 1, usage, durationMs: 1000 },
    };
    const kindOf = (task: TaskRun) => buildTimeline(runWith(task, []), none)[0]?.bars[0]?.kind;
    expect(kindOf(done)).toBe('done');
    expect(kindOf({ ...done, error: failure })).toBe('continued');
  });

  it('shows a wait that is not over yet', () => {
    const retry = failedAt(4);
    const run = runWith({ status: 'running', startedAt: time(1), attempt: 2, retry }, [retry]);
    expect(buildTimeline(run, none)[0]?.bars).toEqual([
      { kind: 'failed', from: 1000, to: 4000 },
      { kind: 'waiting', from: 4000, to: undefined },
    ]);
  });

  const done = (path: string, from: number, to: number): TaskInstance => ({
    path,
    status: 'cancelled',
    startedAt: time(from),
    endedAt: time(to),
  });
  const nested = runOf({
    map: [done('task/map', 0, 9)],
    'map/inner_task': [
      done('task/map/attempt/1/item/0/task/inner_task', 0, 3),
      done('task/map/attempt/1/item/1/task/inner_task', 2, 5),
      done('task/map/attempt/1/item/2/task/inner_task', 7, 9),
    ],
    last: [done('task/last', 9, 10)],
    'last/call:check/one': [done('task/last/attempt/1/call/check/task/one', 9, 10)],
  });

  it('has the tasks within others where their holder is unfolded', () => {
    const places = (...unfolded: string[]) =>
      buildTimeline(nested, new Set(unfolded)).map(({ taskPath, depth, holds }) => [taskPath, depth, holds]);
    expect(places()).toEqual([
      ['map', 0, true],
      ['last', 0, true],
    ]);
    expect(places('map', 'last')).toEqual([
      ['map', 0, true],
      ['map/inner_task', 1, false],
      ['last', 0, true],
      ['last/call:check/one', 1, false],
    ]);
  });

  it('shows the runs of a place as one bar where they touch', () => {
    const row = buildTimeline(nested, new Set(['map']))[1];
    expect(row?.runs).toBe(3);
    expect(row?.bars).toEqual([
      { kind: 'cancelled', from: 0, to: 5000 },
      { kind: 'cancelled', from: 7000, to: 9000 },
    ]);
  });
});
