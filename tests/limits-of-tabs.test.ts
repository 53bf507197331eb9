import { afterEach, expect, it, vi } from 'vitest';
import { createVirtualClock } from '@/engine/testing/virtual-clock.testing';
import { createLimiter } from '@/providers/limits/call-limiter';
import type { ProviderConfig } from '@/providers/provider-config';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createTabShare } from '@/worker/tabs/tab-limits';
import { createLockManager } from './support/lock-manager';

afterEach(() => vi.unstubAllGlobals());

const minute = 60_000;

it('a thousand calls of two tabs stay under 60 in any minute together, and use all of it', async () => {
  vi.stubGlobal('navigator', { locks: createLockManager() });
  const { settings } = createMemoryStores({ now: () => 0 });
  const clock = createVirtualClock();
  const provider: ProviderConfig = {
    ...{ id: 'lab', label: 'Lab', protocol: 'compatible', baseUrl: 'http://lab/v1', needsKey: false },
  };
  const sent: { readonly tab: number; readonly at: number }[] = [];
  const openTab = (tab: number) => {
    let ids = 0;
    const limiter = createLimiter({
      share: createTabShare(settings),
      limitsOf: () => ({ requests_per_minute: 60 }),
      clock,
      newId: () => `${tab}/${ids++}`,
    });
    return async () => {
      const request = {
        ...{
          model: { provider: 'lab', model: 'm' },
          messages: [],
          options: {},
          maxOutputTokens: 0,
          idempotencyKey: '',
        },
      };
      const { signal } = new AbortController();
      const permit = await limiter.enter(provider, request, { signal, onText: () => {} });
      sent.push({ tab, at: clock.now() });
      await permit.use(async () => ({
        ...{ content: '', finishReason: 'stop', inputTokens: 1, outputTokens: 1, cachedTokens: 0 },
      }));
    };
  };
  const tabs = [openTab(1), openTab(2)];
  const start = clock.now();
  await clock.runUntil(Promise.all(Array.from({ length: 1000 }, (_, index) => tabs[index % 2]?.())));
  const inMinuteOf = ({ at }: { readonly at: number }) =>
    sent.filter((other) => other.at >= at && other.at < at + minute).length;
  expect(Math.max(...sent.map(inMinuteOf))).toBe(60);
  expect([1, 2].map((tab) => sent.filter((call) => call.tab === tab).length)).toEqual([500, 500]);
  expect((clock.now() - start) / minute).toBeLessThan(17);
});
