import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import { planOf } from '@/plan/plan.testing';
import type { EventOf, RunEvent } from '@/run/events';
import { formatIsoTime, parseIsoTime } from '@/run/iso-time';
import { turns } from '../testing/calling-model.testing';
import type { Scripted } from '../testing/scripted-models.testing';
import { createWorld } from '../testing/world.testing';
import { computeWorkedMs } from './time-worked';

const hour = 3_600_000;

/** A log as if it had been written an hour earlier. */
const hourEarlier = (events: readonly RunEvent[]): RunEvent[] =>
  events.map((event) => ({ ...event, t: formatIsoTime(parseIsoTime(event.t) - hour) }));

describe('the time that a run has worked', () => {
  it('is without the gaps, as far as they are after its start', () => {
    const clock = { now: () => 1000 };
    expect(computeWorkedMs(clock, 100, { gaps: [], idleMs: 0 })).toBe(900);
    const gaps = [
      { from: 0, to: 50 },
      { from: 80, to: 200 },
      { from: 500, to: 900 },
      { from: 950, to: 940 },
    ];
    expect(computeWorkedMs(clock, 100, { gaps, idleMs: 50 })).toBe(350);
    expect(computeWorkedMs(clock, 1000, { gaps: [{ from: 0, to: 2000 }], idleMs: 0 })).toBe(0);
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

  it('does not grow while all of it waits for a person', async () => {
    const asking = turns([{ name: 'ask_user', args: { question: 'Which one?' } }]);
    const slowly = (reply: Scripted): Scripted =>
      reply instanceof AppError
        ? reply
        : { ...(typeof reply === 'string' ? { content: reply } : reply), latencyMs: 500 };
    const world = createWorld({ answer: (request) => slowly(asking(request)) });
    const { clock } = world.deps;
    const ask = async (_run: string, _question: unknown, signal: AbortSignal) => {
      await clock.sleep(hour, signal);
      return 'this one';
    };
    Object.assign(world.deps.person, { ask });
    const inputTimeoutMs = 2 * hour;
    const begun = clock.now();
    const steps = [{ type: 'atomic', description: 'Ask', interactive: true, inputTimeoutMs }];
    expect(await world.run(planOf({ s: { type: 'sequential', steps } }))).toBe('completed');
    expect(clock.now() - begun).toBeGreaterThan(hour);
    const ends = world.log.events.filter(({ kind }) => kind === 'task.completed' || kind === 'run.completed');
    expect(ends).toHaveLength(3);
    for (const { data } of ends) {
      expect('durationMs' in data && data.durationMs).toBeGreaterThanOrEqual(1000);
      expect('durationMs' in data && data.durationMs).toBeLessThan(10_000);
    }
  });
});
