import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { EventOf, RunEvent } from '@/run/events';
import { isoTime, msOfTime } from '@/run/iso-time';
import { createWorld } from '../testing/world.testing';
import { timeWorked } from './time-worked';

const hour = 3_600_000;

/** A log as if it had been written an hour earlier. */
const hourEarlier = (events: readonly RunEvent[]): RunEvent[] =>
  events.map((event) => ({ ...event, t: isoTime(msOfTime(event.t) - hour) }));

describe('the time that a run has worked', () => {
  it('is without the gaps, as far as they are after its start', () => {
    const clock = { now: () => 1000 };
    expect(timeWorked(clock, 100, [])).toBe(900);
    const gaps = [
      { from: 0, to: 50 },
      { from: 80, to: 200 },
      { from: 500, to: 900 },
      { from: 950, to: 940 },
    ];
    expect(timeWorked(clock, 100, gaps)).toBe(400);
    expect(timeWorked(clock, 1000, [{ from: 0, to: 2000 }])).toBe(0);
  });

  it('does not grow while nobody runs it, however often it is resumed', async () => {
    const steps = [1, 2, 3].map((n) => ({ type: 'atomic', description: `Step ${n}` }));
    const plan = planOf({ s: { type: 'sequential', steps } });
    const answer = () => ({ content: 'ok', latencyMs: 1000 });
    const whole = createWorld({ answer });
    await whole.run(plan);
    let log: readonly RunEvent[] = whole.log.events;
    for (let resumed = 0; resumed < 2; resumed += 1) {
      const started = log.findLastIndex(({ kind }) => kind === 'model.replied');
      const world = createWorld({ answer, log: hourEarlier(log.slice(0, started)) });
      expect(await world.run(plan)).toBe('completed');
      log = world.log.events;
      expect(log.filter(({ kind }) => kind === 'run.resumed')).toHaveLength(resumed + 1);
      const end = (kind: 'run.completed' | 'task.completed') =>
        log.findLast((event): event is EventOf<'run.completed' | 'task.completed'> => event.kind === kind);
      for (const event of [end('run.completed'), end('task.completed')]) {
        expect(event?.data.durationMs).toBeGreaterThanOrEqual(1000);
        expect(event?.data.durationMs).toBeLessThan(10_000);
      }
    }
  });
});
