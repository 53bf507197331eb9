import { describe, expect, it } from 'vitest';
import { formatClock } from '@/base/figures';
import { eventVersion, type RunEvent } from './events';
import { emptyRun, reduceRun } from './reduce-run';
import { advanceHead } from './run-head';
import { computeWallTime, computeWorkTime, formatWorkTime, getTaskSpan } from './time-taken';

const event = (seq: number, second: number, bare: Pick<RunEvent, 'kind' | 'path' | 'data'>) =>
  ({
    v: eventVersion,
    seq,
    t: `2026-11-01T10:00:${String(second).padStart(2, '0')}.000Z`,
    id: 'x',
    ...bare,
  }) as RunEvent;
const ended = { attempts: 1, usage: null, durationMs: 700 };
/** A run that nobody worked on for most of its 50 seconds. */
const events = [
  event(1, 0, { kind: 'run.started', path: '', data: { planHash: 'h', workflowId: 'w', taskCount: 2 } }),
  event(2, 0, { kind: 'task.started', path: 'task/a', data: { type: 'atomic' } }),
  event(3, 0, { kind: 'task.started', path: 'task/b', data: { type: 'atomic' } }),
  event(4, 49, { kind: 'task.completed', path: 'task/a', data: { status: 'COMPLETE', ...ended } }),
  event(5, 49, { kind: 'task.failed', path: 'task/b', data: ended }),
  event(6, 50, { kind: 'run.failed', path: '', data: { durationMs: 900 } }),
];

describe('the time that was taken', () => {
  it('is that on the wall, as a clock shows it that runs meanwhile, and that in which somebody worked', () => {
    const state = reduceRun(emptyRun, events);
    expect([computeWallTime(state), computeWorkTime(state)]).toEqual([50_000, 900]);
    expect(formatWorkTime(state)).toBe('0.9 s at work');
    expect(formatWorkTime(state, formatClock)).toBe('0:00 at work');
    const spans = [...state.tasks.values()].map(getTaskSpan);
    expect(spans.map((span) => [computeWallTime(span), computeWorkTime(span)])).toEqual([
      [49_000, 700],
      [49_000, 700],
    ]);
    const before = { status: 'running', lastSeq: 0, totals: emptyRun.totals, iterations: 0, iterationMs: 0 } as const;
    const head = advanceHead(advanceHead(before, events.slice(0, 3)), events);
    expect(head.durationMs).toBe(900);
  });

  it('is not known before the end; both are the same where a run is older', () => {
    const running = reduceRun(emptyRun, events.slice(0, 5));
    expect([computeWallTime(running), computeWorkTime(running), formatWorkTime(running)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const span = { startedAt: '2026-11-01T10:00:00.000Z', endedAt: '2026-11-01T10:00:50.000Z' };
    expect([computeWallTime(span), computeWorkTime(span), formatWorkTime(span)]).toEqual([50_000, 50_000, undefined]);
    expect(computeWallTime({ startedAt: span.endedAt, endedAt: span.startedAt })).toBe(0);
  });
});
