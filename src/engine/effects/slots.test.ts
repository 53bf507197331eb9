import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Slots } from './slots';

/** Lets everything that is ready go on. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

interface Taker {
  readonly rank: number;
  readonly stop: AbortController;
  state: 'waits' | 'holds' | 'refused' | 'done';
}

/** Takers of slots by a clock that stands still, and how each of them stands. */
function openSlots(count: number) {
  const clock = { time: 1000, now: () => clock.time };
  const slots = new Slots(count, clock);
  const takers: Taker[] = [];
  const take = (rank: number, stop = new AbortController()) => {
    const taker: Taker = { rank, stop, state: 'waits' };
    takers.push(taker);
    slots.take(rank, stop.signal).then(
      () => {
        taker.state = 'holds';
      },
      () => {
        taker.state = 'refused';
      },
    );
    return taker;
  };
  return { clock, slots, takers, take, states: () => takers.map(({ state }) => state) };
}

const commands = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('take' as const), rank: fc.nat(2) }),
    fc.record({ kind: fc.constantFrom('give' as const, 'stop' as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(50) }),
    fc.record({ kind: fc.constant('settle' as const) }),
  ),
  { maxLength: 40, size: 'max' },
);

it('slots go to the lowest rank that still waits, never to more than there are, and the time without any is counted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 3 }), commands, async (count, made) => {
      const { clock, slots, takers, take, states } = openSlots(count);
      /** The same, as simply as it can be said: after each moment the best of those that wait hold what is free. */
      const expected: Taker['state'][] = [];
      let idleMs = 0;
      const held = () => expected.filter((state) => state === 'holds').length;
      const next = () =>
        takers
          .map(({ rank }, index) => ({ rank, index }))
          .filter(({ index }) => expected[index] === 'waits')
          .sort((one, other) => one.rank - other.rank || one.index - other.index)[0];
      const check = async () => {
        await settle();
        for (let best = next(); best !== undefined && held() < count; best = next()) expected[best.index] = 'holds';
        expect(states()).toEqual(expected);
        expect(slots.idleMs).toBe(idleMs);
      };
      for (const command of [...made, { kind: 'settle' } as const]) {
        if (command.kind === 'take') {
          take(command.rank);
          expected.push('waits');
        } else if (command.kind === 'wait') {
          await check();
          clock.time += command.ms;
          if (held() === 0) idleMs += command.ms;
        } else if (command.kind === 'settle') await check();
        else {
          const index = command.which % Math.max(1, takers.length);
          if (command.kind === 'give' && expected[index] === 'holds') {
            expected[index] = 'done';
            const taker = takers[index];
            if (taker !== undefined) taker.state = 'done';
            slots.give();
          }
          if (command.kind === 'stop' && expected[index] === 'waits') {
            expected[index] = 'refused';
            takers[index]?.stop.abort();
          }
        }
      }
    }),
    { numRuns: 60, endOnFailure: true },
  );
});

it('whoever holds a slot keeps it when stopped, and one that was stopped before it asked waits for none', async () => {
  const { slots, take, states } = openSlots(1);
  const holder = take(0);
  await settle();
  holder.stop.abort();
  const stopped = new AbortController();
  stopped.abort();
  take(0, stopped);
  take(1);
  await settle();
  expect(states()).toEqual(['holds', 'refused', 'waits']);
  slots.give();
  await settle();
  expect(states()).toEqual(['holds', 'refused', 'holds']);
});

it('once they are closed nobody gets a slot: neither those that wait nor later ones', async () => {
  const { slots, take, states } = openSlots(1);
  take(0);
  take(0);
  take(0);
  await settle();
  slots.close();
  slots.give();
  take(0);
  await settle();
  expect(states()).toEqual(['holds', 'refused', 'refused', 'refused']);
  await expect(slots.take(0, new AbortController().signal)).rejects.toMatchObject({ code: 'CANCELLED' });
});

it('who got a slot no longer listens to the signal that would have stopped its wait', async () => {
  const { signal } = new AbortController();
  const slots = new Slots(1, { now: () => 0 });
  for (let n = 0; n < 3; n++) {
    await slots.take(0, signal);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    slots.give();
  }
});
