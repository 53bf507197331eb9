import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addAnswered,
  addBlock,
  addSent,
  addSettled,
  type CountedCall,
  type LimitState,
  readLimitState,
  windowMs,
} from './limit-state';
import { computeStatedWait, computeWindowWait } from './limit-wait';

const start = 1_000_000;
const hour = 3_600_000;
const empty: LimitState = { sent: [], models: {} };
const call = (id: string, tokens = 10, model = 'm'): CountedCall => ({ id, model, tokens });

/** The state after calls of ten tokens were sent at these times. */
const sentAt = (...times: readonly number[]): LimitState =>
  times.reduce((state, at, index) => addSent(state, call(`${index}`), start + at), empty);
const entry = (from: number, at: number, requests: number, tokens = 10 * requests) => ({
  from: start + from,
  at: start + at,
  requests,
  tokens,
});

describe('what was sent', () => {
  it('is one entry for each tenth of a second, counted from its end', () => {
    expect(sentAt(0, 99, 100, 150, 200).sent).toEqual([entry(0, 99, 2), entry(100, 150, 2), entry(200, 200, 1)]);
    // A clock that was set back.
    expect(sentAt(50, 0).sent).toEqual([entry(50, 50, 2)]);
  });

  it('is what was reckoned, or what it took, of each call by itself', () => {
    const one = fc.record({ after: fc.nat({ max: 150 }), tokens: fc.nat({ max: 50 }), used: fc.option(fc.nat(80)) });
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 20 }), (calls) => {
        let [state, now] = [empty, start];
        const times: number[] = [];
        for (const [index, { after, tokens }] of calls.entries()) {
          now += after;
          times.push(now);
          state = addSent(state, call(`${index}`, tokens), now);
        }
        for (const [index, { tokens, used }] of calls.entries())
          if (used !== null) state = addSettled(state, call(`${index}`, tokens), times[index] ?? 0, used, now);
        const sum = (amounts: readonly number[]) => amounts.reduce((all, each) => all + each, 0);
        expect(sum(state.sent.map(({ requests }) => requests))).toBe(calls.length);
        const counted = (from: number, to: number) =>
          sum(
            calls.map(({ tokens, used }, n) =>
              (times[n] ?? 0) >= from && (times[n] ?? 0) <= to ? (used ?? tokens) : 0,
            ),
          );
        for (const { from, at, tokens } of state.sent) expect(tokens).toBe(counted(from, at));
      }),
      { numRuns: 50 },
    );
  });

  it('is never less than nothing', () => {
    const settled = addSettled(sentAt(0), call('0', 500), start, 1, start);
    expect(settled.sent).toEqual([entry(0, 0, 1, 0)]);
  });

  it('counts for a minute and a little, and not if it is of a time to come', () => {
    const stored = sentAt(0);
    expect(readLimitState(stored, start + windowMs - 1).sent).toHaveLength(1);
    expect(readLimitState(stored, start + windowMs).sent).toEqual([]);
    expect(readLimitState(stored, start - windowMs).sent).toHaveLength(1);
    expect(readLimitState(stored, start - windowMs - 1).sent).toEqual([]);
    const ended = start + windowMs;
    for (const next of [
      addSent(stored, call('1'), ended),
      addSettled(stored, call('0'), start, 1, ended),
      addBlock(stored, 'm', 1, ended),
      addAnswered(stored, call('0'), {}, ended),
    ])
      expect(next.sent.filter(({ at }) => at === start)).toEqual([]);
  });
});

describe('what a server says', () => {
  const stated = (left: number, tokens: number) => ({
    requests: { left, until: start + 1000 },
    tokens: { left: tokens, until: start + 2000 },
  });

  it('is less what is on its way, and less what is sent after it', () => {
    const all = sentAt(0, 1, 2);
    const heard = addAnswered(all, call('1'), stated(8, 100), start + 3);
    expect(heard.models['m']).toEqual({
      ...{ requests: { left: 6, until: start + 1000 }, tokens: { left: 80, until: start + 2000 }, notBefore: 0 },
      unanswered: [
        { id: '0', at: start, tokens: 10 },
        { id: '2', at: start + 2, tokens: 10 },
      ],
    });
    const more = addSent(heard, call('3', 7), start + 4).models['m'];
    expect([more?.requests?.left, more?.tokens?.left, more?.unanswered.length]).toEqual([5, 73, 3]);
    expect([more?.requests?.until, more?.tokens?.until]).toEqual([start + 1000, start + 2000]);
    // A call that is done is no longer on its way, whether its server told anything or not.
    const settled = addSettled(heard, call('0'), start, 10, start + 5).models['m'];
    expect(settled).toMatchObject({ requests: { left: 6 }, unanswered: [{ id: '2' }] });
    expect(addAnswered(heard, call('0'), {}, start + 5).models['m']).toMatchObject({
      requests: { left: 6 },
      unanswered: [{ id: '2' }],
    });
    const requestsAlone = addAnswered(heard, call('0'), { requests: stated(1, 0).requests }, start + 5);
    expect(requestsAlone.models['m']).toMatchObject({ requests: { left: 0 }, tokens: { left: 80 } });
  });

  it('holds until it says, and no longer than a minute', () => {
    const heard = addAnswered(sentAt(0), call('0'), stated(8, 100), start);
    expect(readLimitState(heard, start + 999).models['m']?.requests?.left).toBe(8);
    expect(readLimitState(heard, start + 1000).models['m']).toMatchObject({ tokens: { left: 100 } });
    expect(readLimitState(heard, start + 1000).models['m']?.requests).toBeUndefined();
    expect(readLimitState(heard, start + 2000).models).toEqual({});
    const early = (before: number) => readLimitState(heard, start + 1000 - windowMs - before).models['m'];
    expect([early(0)?.requests?.left, early(1)?.requests]).toEqual([8, undefined]);
    expect(early(0)?.tokens).toBeUndefined();
  });

  it('delays by the longest time that it asked for, of an hour at most', () => {
    const blocked = addBlock(addBlock(empty, 'm', 5000, start), 'm', 1000, start);
    expect(blocked.models['m']).toEqual({ notBefore: start + 5000, unanswered: [] });
    expect(addBlock(empty, 'm', 2 * hour, start).models['m']?.notBefore).toBe(start + hour);
    expect(readLimitState(blocked, start + 4999).models['m']?.notBefore).toBe(start + 5000);
    expect(readLimitState(blocked, start + 5000).models).toEqual({});
    expect(readLimitState(blocked, start - 2 * hour).models['m']?.notBefore).toBe(start - hour);
    expect(readLimitState(addBlock(sentAt(0), 'm', 5000, start), start + 6000).models['m']?.notBefore).toBe(0);
  });

  it('is of one model, whatever its name', () => {
    const blocked = addBlock(sentAt(0), 'constructor', 5000, start);
    expect(Object.keys(blocked.models)).toEqual(['m', 'constructor']);
    expect(blocked.models['m']).toMatchObject({ notBefore: 0, unanswered: [{ id: '0' }] });
    expect(addSent(blocked, call('1', 1, 'constructor'), start).models['constructor']).toMatchObject({
      notBefore: start + 5000,
      unanswered: [{ id: '1' }],
    });
    expect(computeStatedWait(empty, { model: 'constructor', tokens: 1 }, start)).toBe(start);
    for (const next of [
      addSent(blocked, call('1'), start),
      addAnswered(blocked, call('0'), {}, start),
      addSettled(blocked, call('0'), start, 1, start),
    ])
      expect(next.models['constructor']).toEqual({ notBefore: start + 5000, unanswered: [] });
  });

  it('is forgotten with calls of which nothing was heard for a minute', () => {
    expect(readLimitState(sentAt(0), start + windowMs - 1).models['m']?.unanswered).toHaveLength(1);
    expect(readLimitState(sentAt(0), start + windowMs)).toEqual(empty);
    expect(readLimitState({ sent: [{ at: 'now' }], models: {} }, start)).toEqual(empty);
  });
});

describe('the wait of a call', () => {
  const models = (more: object): LimitState => ({ sent: [], models: { m: { notBefore: 0, unanswered: [], ...more } } });
  const until = start + 700;

  it.each([
    ['nothing is said', {}, start],
    ['one request is left', { requests: { left: 1, until } }, start],
    ['no request is left', { requests: { left: 0, until } }, until],
    ['as many tokens are left as it takes', { tokens: { left: 10, until } }, start],
    ['fewer tokens are left than it takes', { tokens: { left: 9, until } }, until],
    ['the server asked for a pause', { notBefore: until }, until],
    ['the pause is over', { notBefore: start - 1 }, start],
    [
      'several of these hold: the longest',
      { requests: { left: 0, until: start + 1 }, tokens: { left: 0, until }, notBefore: start + 2 },
      until,
    ],
  ])('if %s', (_what, more, wait) => {
    expect(computeStatedWait(models(more), { model: 'm', tokens: 10 }, start)).toBe(wait);
    expect(computeStatedWait(models(more), { model: 'other', tokens: 10 }, start)).toBe(start);
  });

  it('is until enough of what was sent is a minute old', () => {
    const state = sentAt(0, 1000, 2000);
    const now = start + 3000;
    const wait = (limits: object, tokens = 10, calls?: number) =>
      computeWindowWait(state, limits, { tokens, ...(calls === undefined ? {} : { calls }) }, now) - start;
    expect(wait({})).toBe(3000);
    expect([4, 3, 2, 1].map((requests_per_minute) => wait({ requests_per_minute }))).toEqual([
      3000,
      windowMs,
      windowMs + 1000,
      windowMs + 2000,
    ]);
    expect([40, 39, 30, 29, 20, 10].map((tokens_per_minute) => wait({ tokens_per_minute }))).toEqual([
      3000,
      windowMs,
      windowMs,
      windowMs + 1000,
      windowMs + 1000,
      windowMs + 2000,
    ]);
    // More than a minute holds goes alone, rather than never.
    expect(wait({ tokens_per_minute: 30 }, 1000)).toBe(windowMs + 2000);
    expect(wait({ requests_per_minute: 3, tokens_per_minute: 20 })).toBe(windowMs + 1000);
    expect(wait({ requests_per_minute: 2, tokens_per_minute: 100 })).toBe(windowMs + 1000);
  });

  it('is told for the last of many as if nothing else were sent', () => {
    const now = start + 3000;
    const wait = (state: LimitState, calls: number) =>
      computeWindowWait(state, { requests_per_minute: 3 }, { tokens: 0, calls }, now) - start;
    expect([3, 4, 6, 7].map((calls) => wait(empty, calls))).toEqual([
      3000,
      3000 + windowMs,
      3000 + windowMs,
      3000 + 2 * windowMs,
    ]);
    expect([2, 3, 4].map((calls) => wait(sentAt(0, 1000), calls))).toEqual([
      windowMs,
      windowMs + 1000,
      2 * windowMs + 1000,
    ]);
    const tokens = computeWindowWait(empty, { tokens_per_minute: 10 }, { tokens: 20, calls: 2 }, now) - start;
    expect(tokens).toBe(3000 + windowMs);
  });
});
