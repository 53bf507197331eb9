import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { formatIsoTime, parseIsoTime } from '@/run/iso-time';
import type { Clock } from './ports/machine';
import { kinds } from './testing/nested.testing';
import { providerError } from './testing/scripted-models.testing';
import { createWorld, type World } from './testing/world.testing';

const hour = 3_600_000;
const year = 365 * 24 * hour;

/** A world whose clock is changed in the middle of its work. */
function worldOf(by: number, options: Parameters<typeof createWorld>[0]): World {
  let asked = 0;
  const world = createWorld(options);
  const { clock } = world.deps;
  const changed: Clock = { ...clock, now: () => clock.now() + (++asked > 12 ? by : 0) };
  Object.assign(world.deps, { clock: changed });
  return world;
}

/** A log as if written by a clock that was ahead by so much. */
function shifted(events: readonly RunEvent[], by: number): RunEvent[] {
  return events.map((event) => ({ ...event, t: formatIsoTime(parseIsoTime(event.t) + by) }));
}

describe.each([
  ['set back an hour', -hour],
  ['set forward a year', year],
])('a clock that is %s', (_what, by) => {
  it('lets a run that is taken up wait no longer for a retry than it was to', async () => {
    const plan = planOf({ a: { errorHandling: { onError: 'retry' } } });
    const fails = () => providerError('overloaded', { retryAfterMs: 3000 });
    const first = createWorld({ answer: fails });
    await first.run(plan);
    const cut = first.log.events.findIndex(({ kind }) => kind === 'task.retrying') + 1;
    const world = createWorld({ log: shifted(first.log.events.slice(0, cut), -by) });
    const begun = world.clock.now();
    expect(await world.run(plan)).toBe('completed');
    expect(world.clock.now() - begun).toBeLessThan(5000);
  });

  it('ends no task before its time, and tells of no time below nothing', async () => {
    const steps = [1, 2, 3, 4].map((n) => ({ type: 'atomic', description: `Step ${n}` }));
    const plan = planOf({
      s: { type: 'sequential', steps, limits: { timeoutMs: 5000 } },
      a: { dependsOn: ['s'], limits: { timeoutMs: 5000 }, validate: 'content != "bad"' },
    });
    let times = 0;
    const world = worldOf(by, { answer: () => ({ content: ++times === 5 ? 'bad' : 'ok', latencyMs: 1000 }) });
    expect(await world.run(plan)).toBe('completed');
    const durations = world.log.events.flatMap(({ data }) => ('durationMs' in data ? [data.durationMs] : []));
    expect(durations.filter((ms) => ms < 0)).toEqual([]);
  });

  it('lets a pipeline tell how far it is all the same', async () => {
    const plan = planOf({ p: { type: 'pipeline', plan: { repeat: 40, step: 'On.' }, state: '0' } });
    const world = worldOf(by, { answer: () => ({ content: 'ok', latencyMs: 400 }) });
    expect(await world.run(plan)).toBe('completed');
    const progress = kinds(world.log.events, 'pipeline.progress').map(
      ({ data }) => data as { done: number; leftMs: number },
    );
    expect(progress.length).toBeGreaterThan(5);
    expect(progress.at(-1)?.done).toBe(40);
    expect(progress.filter(({ leftMs }) => leftMs < 0)).toEqual([]);
  });
});
