import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '@/base/errors';
import type { CallFollower, LimitWait, ModelReply, ModelRequest } from '@/engine/ports/model-client';
import { createVirtualClock, type VirtualClock } from '@/engine/testing/virtual-clock.testing';
import { createLimiter } from '@/providers/limits/call-limiter';
import type { LimitStore } from '@/providers/limits/limit-share';
import { createMemoryShare } from '@/providers/limits/memory-share';
import type { ProviderConfig, ProviderLimits } from '@/providers/provider-config';

const minute = 60_000;

interface SentCall {
  readonly n: number;
  readonly at: number;
  ended: number;
}

interface Asked {
  readonly model?: string;
  readonly follower?: Partial<CallFollower>;
  /** Response time of the server, in ms. */
  readonly ms?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly reply?: Partial<ModelReply>;
  readonly error?: Error;
}

/** A limiter on a stopped clock, and a server that records its requests. */
function createDesk(limits: ProviderLimits, store?: LimitStore, clock: VirtualClock = createVirtualClock()) {
  let ids = 0;
  let now: ProviderLimits | undefined = limits;
  const share = createMemoryShare(store);
  const limiter = createLimiter({ share, limitsOf: () => now, clock, newId: () => `${ids++}` });
  const provider: ProviderConfig = {
    ...{ id: 'lab', label: 'Lab', protocol: 'compatible', baseUrl: 'http://lab/v1', needsKey: false },
  };
  const sent: SentCall[] = [];
  let asked = 0;
  const ask = async ({ model = 'm', follower = {}, ms = 0, headers, reply, error }: Asked = {}) => {
    const n = asked++;
    const { signal = new AbortController().signal } = follower;
    const request: ModelRequest = {
      model: { provider: 'lab', model },
      messages: [{ role: 'user', content: '' }],
      options: {},
      maxOutputTokens: 0,
      idempotencyKey: '',
    };
    const permit = await limiter.enter(provider, request, { ...follower, signal, onText: () => {} });
    const call = { n, at: clock.now(), ended: Number.POSITIVE_INFINITY };
    sent.push(call);
    return permit.use(async () => {
      if (headers !== undefined) permit.answered(new Headers(headers));
      if (ms > 0) await clock.sleep(ms, new AbortController().signal);
      call.ended = clock.now();
      if (error !== undefined) throw error;
      return { content: '', finishReason: 'stop', inputTokens: 1, outputTokens: 1, cachedTokens: 0, ...reply };
    });
  };
  const setLimits = (next: ProviderLimits | undefined) => {
    now = next;
  };
  return { clock, ask, sent, share, setLimits };
}

/** The most in any window of a minute that begins with one of them. */
function mostIn(sent: readonly { readonly at: number; readonly amount?: number }[], ms = minute): number {
  return Math.max(
    0,
    ...sent.map(({ at }) =>
      sent.reduce((sum, other) => sum + (other.at >= at && other.at < at + ms ? (other.amount ?? 1) : 0), 0),
    ),
  );
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

it('sends a thousand calls under a limit of 60 a minute, in the order in which they asked', async () => {
  const { clock, ask, sent } = createDesk({ requests_per_minute: 60 });
  const start = clock.now();
  await clock.runUntil(Promise.all(times(1000).map(() => ask())));
  expect(mostIn(sent)).toBe(60);
  expect(sent.map(({ n }) => n)).toEqual(times(1000));
  // 17 windows, the first of which begins immediately: none is left unused.
  expect((clock.now() - start) / minute).toBeGreaterThanOrEqual(16);
  expect((clock.now() - start) / minute).toBeLessThan(16.5);
});

it('counts what another process sent, also where it takes long to write that down', async () => {
  const clock = createVirtualClock();
  const { load, save } = createMemoryShare();
  const slow: LimitStore = {
    load,
    save: async (id, state) => {
      await clock.sleep(500, new AbortController().signal);
      await save(id, state);
    },
  };
  const { ask, sent } = createDesk({ requests_per_minute: 1 }, slow, clock);
  await clock.runUntil(Promise.all(times(3).map((n) => ask({ model: `m${n}` }))));
  expect(mostIn(sent)).toBe(1);
});

it('writes down what a server tells, and nothing where it tells nothing', async () => {
  let saves = 0;
  const save = async () => {
    saves += 1;
  };
  const store = { load: async () => undefined, save };
  const savesWith = async (headers: Readonly<Record<string, string>>) => {
    saves = 0;
    const { clock, ask } = createDesk({}, store);
    await clock.runUntil(ask({ headers }));
    return saves;
  };
  // That it was sent, and what it took.
  expect(await savesWith({ 'content-type': 'text/plain' })).toBe(2);
  expect(await savesWith({ 'x-ratelimit-remaining-tokens': '7' })).toBe(3);
  expect(await savesWith({ 'x-ratelimit-remaining-requests': '7' })).toBe(3);
});

it('looks each second whether what it waits for still holds', async () => {
  const { clock, ask, sent, share } = createDesk({ requests_per_minute: 1 });
  const { signal: never } = new AbortController();
  const states = [
    (now: number) => ({ sent: [], models: { m: { notBefore: now + 30_000, unanswered: [] } } }),
    (now: number) => ({ sent: [{ from: now, at: now, requests: 1, tokens: 0 }], models: {} }),
  ];
  for (const stateAt of states) {
    const start = clock.now();
    await share.save('lab', stateAt(start));
    const forgotten = clock.sleep(2500, never).then(() => share.save('lab', { sent: [], models: {} }));
    await clock.runUntil(Promise.all([ask(), forgotten]));
    expect(sent.at(-1)?.at).toBe(start + 3000);
  }
});

it('never sends more than it may, whatever is asked when, and starves nobody', async () => {
  const call = fc.record({ after: fc.nat(20_000), ms: fc.nat(30_000), cancelAfter: fc.option(fc.nat(90_000)) });
  const limit = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: undefined });
  const run = async (
    wanted: Record<keyof ProviderLimits, number | undefined>,
    calls: readonly { readonly after: number; readonly ms: number; readonly cancelAfter: number | null }[],
  ) => {
    const limits = Object.fromEntries(Object.entries(wanted).filter(([, most]) => most !== undefined));
    const { clock, ask, sent } = createDesk(limits);
    const { signal: never } = new AbortController();
    let cancelled = 0;
    const one = async ({ after, ms, cancelAfter }: (typeof calls)[number]) => {
      await clock.sleep(after, never);
      const stop = new AbortController();
      if (cancelAfter !== null) void clock.sleep(cancelAfter, never).then(() => stop.abort());
      await ask({ ms, follower: { signal: stop.signal } }).catch((error: unknown) => {
        expect(error).toMatchObject({ code: 'CANCELLED' });
        cancelled += 1;
      });
    };
    await clock.runUntil(Promise.all(calls.map(one)));
    expect(sent.length + cancelled).toBe(calls.length);
    expect(mostIn(sent)).toBeLessThanOrEqual(wanted.requests_per_minute ?? Number.POSITIVE_INFINITY);
    const under = sent.map(({ at }) => sent.filter((other) => other.at <= at && at < other.ended).length);
    expect(Math.max(0, ...under)).toBeLessThanOrEqual(wanted.max_concurrency ?? Number.POSITIVE_INFINITY);
  };
  const wanted = fc.record({
    requests_per_minute: limit(8),
    tokens_per_minute: limit(100),
    max_concurrency: limit(3),
  });
  await fc.assert(fc.asyncProperty(wanted, fc.array(call, { maxLength: 30 }), run), { numRuns: 60 });
});

describe('tokens', () => {
  it('are reckoned before a call, and settled by what it took', async () => {
    const { clock, ask, sent } = createDesk({ tokens_per_minute: 100 });
    const start = clock.now();
    await clock.runUntil(ask({ reply: { inputTokens: 40, outputTokens: 55 } }));
    await clock.runUntil(Promise.all([ask({ ms: 5000 }), ask()]));
    // What the first one used leaves no room for the second, nor for the third, until a minute has passed.
    expect(sent.map(({ at }) => Math.floor((at - start) / minute))).toEqual([0, 1, 1]);
  });

  it('let a call that is more than a minute holds go alone, rather than never', async () => {
    const { clock, ask, sent } = createDesk({ tokens_per_minute: 1 });
    await clock.runUntil(Promise.all([ask(), ask()]));
    expect(mostIn(sent)).toBe(1);
  });
});

it('has so many calls under way at once as it may', async () => {
  const { clock, ask, sent } = createDesk({ max_concurrency: 2 });
  const start = clock.now();
  await clock.runUntil(Promise.all(times(6).map(() => ask({ ms: 1000 }))));
  expect(sent.map(({ at }) => at - start)).toEqual([0, 0, 1000, 1000, 2000, 2000]);
});

describe('what a server says', () => {
  const left = (requests: number, reset: string) => ({
    'x-ratelimit-remaining-requests': `${requests}`,
    'x-ratelimit-reset-requests': reset,
  });

  it('bounds what is sent until it counts anew, be the limit higher', async () => {
    const { clock, ask, sent } = createDesk({ requests_per_minute: 100 });
    const start = clock.now();
    await clock.runUntil(ask({ headers: left(2, '30s') }));
    await clock.runUntil(Promise.all(times(5).map(() => ask({ ms: 10 }))));
    expect(sent.map(({ at }) => Math.floor((at - start) / 1000))).toEqual([0, 0, 0, 30, 30, 30]);
  });

  it('reckons with calls that had not reached it when it said so', async () => {
    const { clock, ask, sent } = createDesk({ requests_per_minute: 100 });
    const start = clock.now();
    const slow = ask({ ms: 1000 });
    await clock.runUntil(ask({ headers: left(2, '30s') }));
    await clock.runUntil(Promise.all([slow, ask(), ask()]));
    expect(sent.map(({ at }) => Math.floor((at - start) / 1000))).toEqual([0, 0, 0, 30]);
  });

  it('holds for the model that it was asked for, and keeps nobody from another', async () => {
    const { clock, ask, sent } = createDesk({ requests_per_minute: 100 });
    const start = clock.now();
    await clock.runUntil(ask({ model: 'large', headers: left(0, '30s') }));
    await clock.runUntil(Promise.all([ask({ model: 'large' }), ask({ model: 'small' })]));
    expect(sent.map(({ n, at }) => [n, Math.floor((at - start) / 1000)])).toEqual([
      [0, 0],
      [2, 0],
      [1, 30],
    ]);
  });

  it('is waited for after a refusal with retry-after, by all', async () => {
    const { clock, ask, sent } = createDesk({ requests_per_minute: 100 });
    const start = clock.now();
    const error = new AppError('PROVIDER_ERROR', 'No more.', { details: { kind: 'rate_limit', retryAfterMs: 20_000 } });
    await expect(clock.runUntil(ask({ error }))).rejects.toBe(error);
    await clock.runUntil(Promise.all([ask(), ask()]));
    expect(sent.map(({ at }) => Math.floor((at - start) / 1000))).toEqual([0, 20, 20]);
  });

  it('is not waited for longer than the task has patience', async () => {
    const { clock, ask, sent } = createDesk({ requests_per_minute: 100 });
    const error = new AppError('PROVIDER_ERROR', 'No more.', { details: { kind: 'rate_limit', retryAfterMs: 90_000 } });
    await expect(clock.runUntil(ask({ error }))).rejects.toBe(error);
    await expect(clock.runUntil(ask({ follower: { patienceMs: 60_000 } }))).rejects.toMatchObject({
      code: 'PROVIDER_ERROR',
      details: { kind: 'rate_limit', provider: 'lab', retryAfterMs: 90_000 },
    });
    await clock.runUntil(ask({ follower: { patienceMs: 100_000 } }));
    expect(sent.map(({ n }) => n)).toEqual([0, 2]);
  });
});

describe('who waits', () => {
  it('leaves the line when it is cancelled, and the others move up', async () => {
    const { clock, ask, sent } = createDesk({ requests_per_minute: 1 });
    const stop = new AbortController();
    const calls = [ask(), ask({ follower: { signal: stop.signal } }), ask()];
    await clock.runUntil(Promise.all([calls[0], clock.sleep(1000, new AbortController().signal)]));
    stop.abort();
    await expect(calls[1]).rejects.toMatchObject({ code: 'CANCELLED' });
    await clock.runUntil(Promise.all([calls[2]]));
    expect(sent.map(({ n }) => n)).toEqual([0, 2]);
  });

  it.each([{ requests_per_minute: 3 }, undefined])('goes on when the limits are raised to %o', async (raised) => {
    const { clock, ask, sent, setLimits } = createDesk({ requests_per_minute: 1 });
    const calls = Promise.all(times(3).map(() => ask()));
    await clock.runUntil(clock.sleep(5000, new AbortController().signal));
    expect(sent).toHaveLength(1);
    const start = clock.now();
    setLimits(raised);
    await clock.runUntil(calls);
    expect(sent).toHaveLength(3);
    expect(clock.now() - start).toBeLessThan(2000);
  });

  it('is told so, with when the last of them is sent, and told when that is over', async () => {
    const { clock, ask } = createDesk({ requests_per_minute: 1 });
    const start = clock.now();
    const told: (LimitWait | undefined)[] = [];
    let seconds: number | undefined;
    const follower: Partial<CallFollower> = {
      onWait: (wait) => {
        told.push(wait);
        seconds ??= Math.round(((wait?.until() ?? 0) - start) / 1000);
      },
    };
    await clock.runUntil(Promise.all(times(3).map(() => ask({ follower }))));
    expect(told.map((wait) => wait?.provider)).toEqual(['lab', 'lab', undefined, undefined]);
    expect(seconds).toBe(121);
  });
});

describe('a limiter that is made anew', () => {
  const stored = () => {
    const states = new Map<string, string>();
    const store: LimitStore = {
      load: async (id) => JSON.parse(states.get(id) ?? 'null') as unknown,
      save: async (id, state) => void states.set(id, JSON.stringify(state)),
    };
    return { store, states };
  };

  it('opens no fresh minute', async () => {
    const { store } = stored();
    const before = createDesk({ requests_per_minute: 3 }, store);
    await before.clock.runUntil(Promise.all(times(3).map(() => before.ask())));
    const after = createDesk({ requests_per_minute: 3 }, store, before.clock);
    await after.clock.runUntil(Promise.all(times(3).map(() => after.ask())));
    expect(mostIn([...before.sent, ...after.sent])).toBe(3);
  });

  it.each(['nonsense', '{"sent": 3}', '{"sent": [], "models": {"m": {}}}'])(
    'starts from nothing if %s is stored',
    async (text) => {
      const { states, store } = stored();
      states.set('lab', text === 'nonsense' ? '"nonsense"' : text);
      const { clock, ask, sent } = createDesk({ requests_per_minute: 3 }, store);
      await clock.runUntil(ask());
      expect(sent).toHaveLength(1);
    },
  );

  it('does not wait until tomorrow if the clock was set back', async () => {
    const { store } = stored();
    const before = createDesk({ requests_per_minute: 1 }, store);
    await before.clock.runUntil(before.ask());
    const clock = createVirtualClock(before.clock.now() - 86_400_000);
    const start = clock.now();
    const after = createDesk({ requests_per_minute: 1 }, store, clock);
    await clock.runUntil(after.ask());
    expect((clock.now() - start) / minute).toBeLessThan(1.1);
  });

  it('goes on with what it knows if nothing can be stored', async () => {
    const broken = () => Promise.reject(new Error('No disk.'));
    const { clock, ask, sent } = createDesk({ requests_per_minute: 2 }, { load: broken, save: broken });
    await clock.runUntil(Promise.all(times(5).map(() => ask())));
    expect(mostIn(sent)).toBe(2);
  });

  it('goes on with what it read last if that can be read no more', async () => {
    const clock = createVirtualClock();
    const start = clock.now();
    const states = [{ sent: [], models: { m: { notBefore: start + 5000, unanswered: [] } } }];
    const load = async () => states.pop() ?? Promise.reject(new Error('No disk.'));
    const { ask, sent } = createDesk({}, { load, save: async () => undefined }, clock);
    await clock.runUntil(ask());
    expect(sent.map(({ at }) => at - start)).toEqual([5000]);
  });
});

const never = new AbortController().signal;
const tooMany = (retryAfterMs: string | number) =>
  new AppError('PROVIDER_ERROR', 'No more.', { details: { kind: 'rate_limit', retryAfterMs } });

/** A desk, and what its calls were told of their waits: when the last is sent, in seconds from now. */
function createWaitingDesk(limits: Parameters<typeof createDesk>[0]) {
  const desk = createDesk(limits);
  const start = desk.clock.now();
  const told: (number | 'unknown' | 'over')[] = [];
  const onWait = (wait: LimitWait | undefined) => {
    const until = wait?.until();
    if (wait === undefined) told.push('over');
    else told.push(until === undefined ? 'unknown' : Math.round((until - start) / 1000));
  };
  const sentAt = () => desk.sent.map(({ at }) => Math.ceil((at - start) / 1000));
  return { ...desk, told, onWait, sentAt };
}

describe('the tokens of a call', () => {
  // One of these calls is reckoned as 11 tokens before it is made, and 22 do not fit.
  it.each([
    ['what its server says', { inputTokens: 5, outputTokens: 5 }, 0],
    ['of both directions', { inputTokens: 15, outputTokens: 14 }, 61],
    ['none, where it took none', { inputTokens: 0, outputTokens: 0 }, 0],
    ['what was reckoned, where its server says nothing of the reply', { inputTokens: 1, outputTokens: null }, 61],
    ['what was reckoned, where it says nothing of the request', { inputTokens: null, outputTokens: 1 }, 61],
    ['what was reckoned, where it says what cannot be', { inputTokens: 1, outputTokens: -9 }, 61],
  ])('are %s', async (_what, reply, seconds) => {
    const { clock, ask, sentAt } = createWaitingDesk({ tokens_per_minute: 21 });
    await clock.runUntil(ask({ reply }));
    await clock.runUntil(ask());
    expect(sentAt()).toEqual([0, seconds]);
  });

  it('are what was reckoned, where it failed', async () => {
    const { clock, ask, sentAt } = createWaitingDesk({ tokens_per_minute: 21 });
    await expect(clock.runUntil(ask({ error: new Error('Lost.') }))).rejects.toThrow('Lost.');
    await clock.runUntil(ask());
    expect(sentAt()).toEqual([0, 61]);
  });
});

describe('who is told of a wait', () => {
  it('is none whose call is sent within a fifth of a second', async () => {
    const { clock, ask, told, onWait } = createWaitingDesk({ max_concurrency: 1 });
    await clock.runUntil(Promise.all([ask({ ms: 199 }), ask({ follower: { onWait } })]));
    await clock.runUntil(clock.sleep(5000, never));
    expect(told).toEqual([]);
  });

  it('is one whose call waits longer, also for a place, whose end nobody knows', async () => {
    const { clock, ask, told, onWait } = createWaitingDesk({ max_concurrency: 1 });
    await clock.runUntil(Promise.all([ask({ ms: 201 }), ask({ follower: { onWait } })]));
    expect(told).toEqual(['unknown', 'over']);
  });

  it('is told of all that wait in front, and of none that are gone', async () => {
    const { clock, ask, told, onWait } = createWaitingDesk({ requests_per_minute: 1 });
    const stop = new AbortController();
    const first = ask();
    const cancelled = ask({ follower: { signal: stop.signal } }).catch(() => 'gone');
    await clock.runUntil(clock.sleep(100, never));
    stop.abort();
    expect(await cancelled).toBe('gone');
    await clock.runUntil(Promise.all([first, ask({ follower: { onWait } })]));
    expect(told).toEqual([61, 'over']);
    told.length = 0;
    const [second, third] = [ask({ follower: { onWait } }), ask()];
    await clock.runUntil(Promise.all([second, third]));
    // By then two wait.
    expect(told).toEqual([182, 'over']);
  });

  it('is told until when a server wants to be left alone', async () => {
    const { clock, ask, told, onWait } = createWaitingDesk({});
    await expect(clock.runUntil(ask({ error: tooMany(20_000) }))).rejects.toThrow();
    await clock.runUntil(ask({ follower: { onWait } }));
    expect(told).toEqual([20, 'over']);
  });
});

describe('a server that wants to be left alone', () => {
  it('is waited for as long as the patience is, and is told of where it is longer', async () => {
    const { clock, ask, sent } = createDesk({});
    await expect(clock.runUntil(ask({ error: tooMany(59_001) }))).rejects.toThrow();
    await expect(clock.runUntil(ask({ follower: { patienceMs: 59_000 } }))).rejects.toMatchObject({
      message: 'Lab accepts no more calls for another 60 s.',
      details: { kind: 'rate_limit', provider: 'lab', retryAfterMs: 59_001 },
    });
    await clock.runUntil(ask({ follower: { patienceMs: 59_001 } }));
    expect(sent.map(({ n }) => n)).toEqual([0, 2]);
  });

  it('is asked again at once where it does not say for how long', async () => {
    const { clock, ask, sentAt } = createWaitingDesk({});
    for (const error of [tooMany('20'), new Error('Lost.')])
      await expect(clock.runUntil(ask({ error }))).rejects.toBe(error);
    await clock.runUntil(ask());
    expect(sentAt()).toEqual([0, 0, 0]);
  });

  it('is heard also where it tells of tokens alone', async () => {
    const { clock, ask, sentAt } = createWaitingDesk({});
    const headers = { 'x-ratelimit-remaining-tokens': '10', 'x-ratelimit-reset-tokens': '30s' };
    await clock.runUntil(ask({ headers }));
    await clock.runUntil(ask());
    expect(sentAt()).toEqual([0, 30]);
  });
});

describe('a place among those under way', () => {
  it('is given back while a server wants to be left alone', async () => {
    const { clock, ask, sentAt } = createWaitingDesk({ max_concurrency: 1 });
    const headers = { 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '30s' };
    const calls = [ask({ ms: 1000, headers }), ask(), clock.sleep(2000, never).then(() => ask({ model: 'other' }))];
    await clock.runUntil(Promise.all(calls));
    expect(sentAt()).toEqual([0, 2, 30]);
  });

  it('is given back where its call fails, or is cancelled while it waits for the minute', async () => {
    const { clock, ask, sent } = createDesk({ max_concurrency: 1, requests_per_minute: 1 });
    await expect(clock.runUntil(ask({ error: new Error('Lost.') }))).rejects.toThrow('Lost.');
    const stop = new AbortController();
    const cancelled = ask({ follower: { signal: stop.signal } }).catch((error: unknown) => error);
    await clock.runUntil(clock.sleep(1000, never));
    stop.abort();
    expect(await cancelled).toMatchObject({ code: 'CANCELLED' });
    await clock.runUntil(ask());
    expect(sent.map(({ n }) => n)).toEqual([0, 2]);
  });
});
