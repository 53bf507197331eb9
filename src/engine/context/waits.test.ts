import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { planOf } from '@/plan/plan.testing';
import { promptOf } from '../testing/nested.testing';
import { createWorld } from '../testing/world.testing';
import { Waits } from './waits';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

/** How a promise stands. */
function stateOf(promise: Promise<void>): () => Promise<string> {
  let state = 'waits';
  promise.then(
    () => {
      state = 'resolved';
    },
    () => {
      state = 'rejected';
    },
  );
  return async () => {
    await settle();
    return state;
  };
}

describe('waits for the tasks of a graph', () => {
  it('end with the task, at once if it has ended, and with the run', async () => {
    const waits = new Waits(true);
    const stop = new AbortController();
    const [a, b] = [stateOf(waits.whenEnded('a', stop.signal)), stateOf(waits.whenEnded('b', stop.signal))];
    waits.ended('a', true);
    expect([await a(), await b()]).toEqual(['resolved', 'waits']);
    expect(await stateOf(waits.whenEnded('a', stop.signal))()).toBe('resolved');
    expect(getEventListeners(stop.signal, 'abort')).toHaveLength(1);
    stop.abort();
    expect(await b()).toBe('resolved');
    expect(await stateOf(waits.whenEnded('c', stop.signal))()).toBe('resolved');
  });

  it('for all that has its result end once all of it is there, also what an earlier process left', async () => {
    const { signal } = new AbortController();
    expect(await stateOf(new Waits(true).whenSettled(signal))()).toBe('resolved');
    const waits = new Waits(false);
    const settled = stateOf(waits.whenSettled(signal));
    waits.ended('old', false);
    expect(await settled()).toBe('waits');
    waits.ending('a');
    waits.ended('older', true);
    expect(await settled()).toBe('waits');
    waits.ended('a', true);
    expect(await settled()).toBe('resolved');
    waits.ending('b');
    const again = stateOf(waits.whenSettled(signal));
    expect(await again()).toBe('waits');
    waits.ended('b', true);
    expect(await again()).toBe('resolved');
  });

  it('for all that has its result are cancelled with the run', async () => {
    const stop = new AbortController();
    const waits = new Waits(false);
    const settled = waits.whenSettled(stop.signal);
    stop.abort();
    await expect(settled).rejects.toMatchObject({ code: 'CANCELLED' });
    await expect(waits.whenSettled(stop.signal)).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});

it('a task that gets the slot of another is told what that one gave, however slowly that is recorded', async () => {
  const recent = { minRelevance: 0.1 };
  const plan = planOf({ a: {}, b: {}, c: { context: recent } }, { maxConcurrency: 1 });
  const world = createWorld({ answer: (request) => `of ${promptOf(request).split('\n').at(-1)}` });
  const { append } = world.log;
  const never = new AbortController().signal;
  Object.assign(world.log, {
    append: async (...events: Parameters<typeof append>) => {
      await world.clock.sleep(50, never);
      return append(...events);
    },
  });
  expect(await world.run(plan)).toBe('completed');
  const last = promptOf(world.models.requests[2] as never);
  expect(last).toContain('of Do a');
  expect(last).toContain('of Do b');
});
