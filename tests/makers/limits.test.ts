import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { nodeClock } from '@/cli/node-clock';
import type { Clock } from '@/engine/ports/machine';
import type { ProviderLimits } from '@/providers/provider-config';
import type { WaitingCalls } from '@/run/runner';
import { type Makers, startMakers } from '../../e2e/servers/makers/server';
import { type MakerCase, makerCases, providerFor, runLab } from './lab';

let makers: Makers;
beforeAll(async () => {
  makers = await startMakers();
});
afterAll(() => makers.close());
beforeEach(() => makers.reset());

const limited = (one: MakerCase, limits: ProviderLimits) => [
  providerFor(one, makers.base[one.maker], { label: 'Maker', limits }),
];
const high = { requests_per_minute: 1000, tokens_per_minute: 1_000_000, max_concurrency: 10 };
const openai = { maker: 'openai', protocol: 'openai', model: 'gpt-6-astra' } as const;
const statuses = () => makers.requests.map(({ refused }) => refused?.status ?? 200);

/** Each change of the reported waits. */
function listen() {
  const told: (readonly (readonly [number, string])[])[] = [];
  const onWaits = (waits: readonly WaitingCalls[]) => {
    const now = waits.map(({ calls, label }) => [calls, label] as const);
    if (JSON.stringify(now) !== JSON.stringify(told.at(-1))) told.push(now);
  };
  return { told, onWaits };
}

/** A clock that advances only while somebody sleeps, so that no limit expires because the machine is busy. */
function createSleepClock(): Clock {
  let now = Date.now();
  return {
    now: () => now,
    sleep: async (ms, signal) => {
      const until = now + ms;
      await nodeClock.sleep(ms, signal);
      now = Math.max(now, until);
    },
  };
}

describe('under limits that are never reached', () => {
  test.each(makerCases.filter(({ maker }) => maker === 'openai' || maker === 'anthropic'))(
    'a call to $maker waits while its headers say that nothing is left',
    async (one) => {
      const { told, onWaits } = listen();
      const text = `default_model: "${one.maker}:${one.model}"
tasks:
  first: { description: "First [left:0/1]" }
  second: { description: "Second, after {{first}}", depends_on: [first] }
`;
      const run = await runLab(text, { providers: limited(one, high), onWaits, limitClock: createSleepClock() });
      expect([run.status, statuses()]).toEqual(['completed', [200, 200]]);
      expect(told).toEqual([[[1, 'Maker']], []]);
    },
  );

  test.each(makerCases)('after a refusal of $maker its retry-after holds for other tasks too', async (one) => {
    const { told, onWaits } = listen();
    const text = `default_model: "${one.maker}:${one.model}"
max_concurrency: 1
tasks:
  first: { description: "First [429:1]" }
  second: { description: Second }
`;
    const run = await runLab(text, { providers: limited(one, high), onWaits });
    expect([run.status, statuses(), makers.refused()]).toEqual(['completed', [429, 200, 200], []]);
    expect([told[0], told.at(-1)]).toEqual([[[1, 'Maker']], []]);
  });

  test('a task without the time for a wait that the server wants fails at once, and says how long it is', async () => {
    const text = `default_model: openai:gpt-6-astra
limits: { timeout_ms: 5000 }
tasks:
  first: { description: "First [429:30]", error_handling: { on_error: continue, max_retries: 0 } }
  second: { description: Second, depends_on: [first] }
`;
    const run = await runLab(text, { providers: limited(openai, high) });
    expect([run.status, statuses()]).toEqual(['failed', [429]]);
    expect(run.failure).toMatch(/^Maker accepts no more calls for another (29|30) s\.$/);
  });
});

test('a task whose time runs out while it waits for a limit says so', async () => {
  const text = `default_model: openai:gpt-6-astra
tasks:
  first: { description: First }
  second: { description: Second, depends_on: [first], limits: { timeout_ms: 600 } }
`;
  const run = await runLab(text, { providers: limited(openai, { requests_per_minute: 1 }) });
  expect([run.status, statuses()]).toEqual(['failed', [200]]);
  expect(run.failure).toBe('It took longer than 600 ms. Then it still waited for Maker’s limit.');
});
