import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import type { RunEvent } from '@/run/events';
import { emptyRun, reduceRun } from '@/run/reduce-run';
import type { TaskRun } from '@/run/run-state';
import { createMemoryBlobs } from './testing/memory-stores.testing';
import { sampleAnswer, samplePlan, sampleScript } from './testing/sample-run.testing';
import { createWorld } from './testing/world.testing';

/** What must not depend on an interruption: how each task ended and with what result, but not when. */
function outcomes(events: readonly RunEvent[]) {
  const timeless = (task: TaskRun) =>
    JSON.parse(JSON.stringify(task), (key, value) =>
      /^(startedAt|endedAt|durationMs|last_turn_at)$/.test(key) ? undefined : value,
    );
  const { status, tasks } = reduceRun(emptyRun, events);
  return { status, tasks: Object.fromEntries([...tasks].sort().map(([id, task]) => [id, timeless(task)])) };
}

const recordedKeys = (events: readonly RunEvent[]) =>
  new Set(events.flatMap(({ kind, path }) => (kind === 'model.replied' ? [`run1/${path}`] : [])));

async function uncut() {
  const blobs = createMemoryBlobs();
  const world = createWorld({ answer: sampleAnswer, script: sampleScript, blobs });
  expect(await world.run(samplePlan)).toBe('failed');
  return { blobs, events: world.log.events };
}

describe('a run that was interrupted', () => {
  it('goes on wherever its log ends, makes no recorded call again, and ends as if nothing had happened', async () => {
    const { blobs, events } = await uncut();
    expect(events.length).toBeGreaterThan(40);
    for (let cut = 0; cut <= events.length; cut++) {
      const log = events.slice(0, cut);
      const world = createWorld({ answer: sampleAnswer, script: sampleScript, blobs, log });
      expect(await world.run(samplePlan)).toBe('failed');

      const again = world.models.requests.filter(({ idempotencyKey }) => recordedKeys(log).has(idempotencyKey));
      expect(again, `cut after event ${cut}`).toEqual([]);
      const ended = log.filter(({ kind }) => kind === 'script.exited').length;
      expect(world.scripts.length, `cut after event ${cut}`).toBe(3 - ended);
      expect(outcomes(world.log.events), `cut after event ${cut}`).toEqual(outcomes(events));
    }
  });

  it('is told as resumed, and its ended tasks are not told again', async () => {
    const { blobs, events } = await uncut();
    const log = events.slice(0, 20);
    const world = createWorld({ answer: sampleAnswer, script: sampleScript, blobs, log });
    await world.run(samplePlan);
    expect(world.emitted[0]).toMatchObject({ seq: 21, kind: 'run.resumed', data: { reason: 'reload' } });
    const completed = world.log.events.filter(({ kind }) => kind === 'task.completed').map(({ path }) => path);
    expect(new Set(completed).size).toBe(completed.length);
  });

  it('waits only for what is left of a delay', async () => {
    const plan = planOf({ a: { errorHandling: { onError: 'retry' } } });
    const answer: typeof sampleAnswer = ({ idempotencyKey }) =>
      /attempt\/1/.test(idempotencyKey)
        ? sampleAnswer({ idempotencyKey: 'run1/task/flaky/attempt/1/turn/1' } as never)
        : 'ok';
    const first = createWorld({ answer });
    await first.run(plan);
    const cut = first.log.events.findIndex(({ kind }) => kind === 'task.retrying') + 1;

    const world = createWorld({ answer, log: first.log.events.slice(0, cut) });
    await world.clock.runUntil(world.clock.sleep(2000, new AbortController().signal));
    await world.run(plan);
    const retried = first.log.events[cut];
    const resumed = world.log.events.find(({ kind, seq }) => kind === 'model.requested' && seq > cut);
    expect(resumed?.t).toBe(retried?.t);
  });

  it('leaves no task running when it is cancelled before it goes on', async () => {
    const { blobs, events } = await uncut();
    const cut = events.findIndex(({ kind }) => kind === 'model.requested') + 1;
    const world = createWorld({ blobs, log: events.slice(0, cut) });
    world.stop.abort();
    expect(await world.run(samplePlan)).toBe('cancelled');
    const { tasks } = reduceRun(emptyRun, world.log.events);
    expect([...tasks.values()].map(({ status }) => status)).not.toContain('running');
    expect(world.models.requests).toEqual([]);
  });

  it('is left alone once it has ended', async () => {
    const { blobs, events } = await uncut();
    const world = createWorld({ answer: sampleAnswer, blobs, log: events });
    expect(await world.run(samplePlan)).toBe('failed');
    expect(world.log.events).toHaveLength(events.length);
  });

  it('is refused under another plan', async () => {
    const { events } = await uncut();
    const world = createWorld({ log: events.slice(0, 9) });
    await expect(world.run(planOf({ other: {} }))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('is refused when a text of it is gone, rather than run on something else', async () => {
    const { events } = await uncut();
    const world = createWorld({ answer: sampleAnswer, script: sampleScript, log: events.slice(0, 30) });
    await expect(world.run(samplePlan)).rejects.toMatchObject({ code: 'DAMAGED_RECORD' });
  });
});
