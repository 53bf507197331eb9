import { describe, expect, it } from 'vitest';
import type { PlannedLoop, PlannedTask } from '@/plan/plan';
import type { Payload } from '@/run/event-data';
import type { EventOf } from '@/run/events';
import type { LoopCursor } from '../log/run-history';
import { isExpressionTrue } from './holds';
import { LoopSoFar } from './loop-so-far';

const task = { limits: {} } as PlannedTask;
const open = (loop: object = {}) => new LoopSoFar(task, { type: 'repeat', count: 99, ...loop } as PlannedLoop);
const round = (text: string, length = text.length, state?: string): EventOf<'iteration.logged'> =>
  ({
    result: text,
    full_result_len: length,
    ref: `ref ${text}`,
    data: state === undefined ? {} : { state: { text: state, length: state.length } },
  }) as EventOf<'iteration.logged'>;

/** Restores rounds; long texts that are read are noted. */
async function restored(before: readonly EventOf<'iteration.logged'>[], loop: object = {}) {
  const soFar = open(loop);
  const read: string[] = [];
  const journal = {
    read: async ({ text, length, ref }: Payload) => {
      if (length <= text.length) return text;
      read.push(ref ?? '');
      return `whole of ${text}`;
    },
  };
  await soFar.restore({ before } as unknown as LoopCursor, journal);
  return { soFar, read };
}

describe('the rounds of a loop so far', () => {
  it('are none at first, with the state that is written', () => {
    expect(open()).toMatchObject({ outcomes: [], last: null, whole: undefined, state: undefined });
    expect(open({ state: { initial: { n: 1 }, next: {} } }).state).toEqual({ n: 1 });
  });

  it('are the starts of the last fifty, or of as many as later rounds are told, and the whole of the last one', () => {
    for (const [iterations, kept] of [
      [undefined, 50],
      [10, 50],
      [60, 60],
    ] as const) {
      const soFar = open(iterations === undefined ? {} : { progress: { iterations, chars: 5 } });
      for (let n = 1; n <= 70; n += 1) soFar.add({ content: `${n}` }, undefined);
      expect(soFar.outcomes).toEqual(Array.from({ length: kept }, (_, index) => `${71 - kept + index}`));
    }
    for (const [chars, shown] of [
      [100, 500],
      [600, 600],
    ] as const) {
      const soFar = open({ progress: { iterations: 1, chars } });
      soFar.add({ content: 'x'.repeat(700) }, { n: 1 });
      expect(soFar.outcomes[0]).toHaveLength(shown);
      expect(soFar).toMatchObject({ last: 'x'.repeat(700), state: { n: 1 } });
    }
  });

  it('have as their last output a value where it is one, and none of the state that is over', () => {
    const soFar = new LoopSoFar({ ...task, outputSchema: { type: 'object' } }, { type: 'repeat' } as PlannedLoop);
    soFar.add({ content: '{"a":1}' }, { n: 1 });
    expect(soFar.last).toEqual({ a: 1 });
    soFar.add({ content: '{"a":2}' }, undefined);
    expect(soFar.state).toBeUndefined();
  });

  it('are found in the log: the last with its state, and of the others no more than is told of them', async () => {
    const rounds = [round('one', 9999, '{"n":1}'), round('two', 9999, '{"n":2}'), round('three', 9999, '{"n":3}')];
    const { soFar, read } = await restored(rounds);
    expect(soFar.outcomes).toEqual(['one', 'two', 'whole of three']);
    expect(soFar).toMatchObject({ last: 'whole of three', state: { n: 3 } });
    expect(read).toEqual(['ref three']);
    const all = await restored(rounds, { progress: { iterations: 2, chars: 2001 } });
    expect(all.read).toEqual(['ref one', 'ref two', 'ref three']);
    const most = await restored(rounds, { progress: { iterations: 2, chars: 2000 } });
    expect(most.read).toEqual(['ref three']);
    const kept = await restored(rounds.slice(0, 1).concat(round('two')), { state: { initial: { n: 0 }, next: {} } });
    expect(kept.soFar.state).toEqual({ n: 0 });
    expect((await restored([])).soFar).toMatchObject({ last: null, outcomes: [] });
  });

  it('are found in the log where there are more than are kept', async () => {
    const rounds = Array.from({ length: 60 }, (_, index) => round(`${index}`, index === 59 ? 9999 : 1));
    const { soFar, read } = await restored(rounds);
    expect(soFar.outcomes).toHaveLength(50);
    expect(soFar.outcomes[0]).toBe('10');
    expect(soFar.last).toBe('whole of 59');
    expect(read).toEqual(['ref 59']);
  });
});

it('an expression holds only if it is true; anything else is a doubt', () => {
  const doubts: string[] = [];
  const all = ['true', 'false', '1 + 1', 'nobody > 1', 'n == 2'].map((text) =>
    isExpressionTrue(text, { n: 2 }, (why) => doubts.push(why)),
  );
  expect(all).toEqual([true, false, false, false, true]);
  expect(doubts).toEqual(['it is neither true nor false.', expect.stringContaining('nobody')]);
});
