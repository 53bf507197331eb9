import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { events, execution, iteration } from '../samples.testing';
import { createBufferSource } from './byte-source';
import { toLines } from './log-line';
import type { LogParts } from './log-parts';
import { computeStanding } from './run-standing';

describe('the head of a run', () => {
  it('counts every event of a long log, and other work gets a turn for each thousand of them', async () => {
    const all = [...events(1, 2500), iteration(2501, 1)];
    const last = all.length;
    const log: LogParts = {
      parts: [{ first: 1, last, open: async () => createBufferSource(toLines(all)) }],
      last,
      close: () => {},
    };
    let [turns, isDone] = [0, false];
    const others = (async () => {
      for (; !isDone; turns += 1) await setImmediate();
    })();
    const head = await computeStanding('e1', execution('e1'), 'none.json', log);
    isDone = true;
    await others;
    expect(head).toMatchObject({ lastSeq: last, iterations: 1 });
    expect(turns).toBeGreaterThanOrEqual(2);
    expect(turns).toBeLessThan(10);
  });
});
