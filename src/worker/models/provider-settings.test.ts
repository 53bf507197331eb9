import { beforeEach, describe, expect, it } from 'vitest';
import type { ProviderConfig } from '@/providers/provider-config';
import { createMemoryStores } from '@/storage/memory/create-memory-stores';
import { createMemoryRunLocks } from '@/storage/memory/run-locks';
import type { Stores } from '@/storage/stores';
import { createEngineHost } from '../engine-host';
import { noTabs } from '../tabs/tab-channel';
import { createTabs } from '../tabs/tab-channel.testing';

let stores: Stores;
const open = (tabs = noTabs) =>
  createEngineHost({
    stores,
    tabs,
    locks: createMemoryRunLocks(),
    scripts: { run: () => Promise.reject(new Error('No scripts here.')) },
  });

beforeEach(() => {
  stores = createMemoryStores({ now: () => 0 });
});

it.each(['', 'http://me:secret@localhost/v1', 'javascript:alert(1)'])('refuses a provider at “%s”', async (baseUrl) => {
  const host = await open();
  const provider: ProviderConfig = { id: 'x', label: 'X', protocol: 'compatible', baseUrl, needsKey: false };
  await expect(host.settings.saveProvider(provider)).rejects.toThrow();
});

describe('providers', () => {
  const proxied: ProviderConfig = {
    id: 'openai',
    label: 'OpenAI by proxy',
    protocol: 'compatible',
    baseUrl: 'https://proxy.test/v1',
    needsKey: true,
  };

  it('keep the windows that are set of their models, also of built-in ones, apart from the rest', async () => {
    const host = await open();
    const windowsOf = async (of: typeof host, id: string) =>
      (await of.settings.providers()).find((one) => one.id === id)?.windows;
    await host.settings.saveWindows('sim', { '*': 8000 });
    await host.settings.saveProvider({ ...proxied, id: 'mine', windows: { other: 1 } });
    expect(await windowsOf(host, 'mine')).toBeUndefined();
    await host.settings.saveWindows('mine', { small: 4096 });
    await expect(host.settings.saveWindows('sim', { '*': 0.5 })).rejects.toThrow();
    const later = await open();
    expect([await windowsOf(later, 'sim'), await windowsOf(later, 'mine')]).toEqual([{ '*': 8000 }, { small: 4096 }]);
    await later.settings.saveWindows('sim', {});
    await later.settings.removeProvider('mine');
    expect([await windowsOf(later, 'sim'), await stores.settings.get('windows')]).toEqual([undefined, {}]);
  });

  it('keep the limits that are set of them, also of built-in ones, until there are none', async () => {
    const host = await open();
    const limitsOf = async (of: typeof host, id: string) =>
      (await of.settings.providers()).find((one) => one.id === id)?.limits;
    await host.settings.saveLimits('sim', { requests_per_minute: 60 });
    await host.settings.saveProvider({ ...proxied, id: 'mine', limits: { max_concurrency: 1 } });
    expect(await limitsOf(host, 'mine')).toBeUndefined();
    await host.settings.saveLimits('mine', { max_concurrency: 2 });
    await expect(host.settings.saveLimits('sim', { tokens_per_minute: 0 })).rejects.toThrow();
    const later = await open();
    expect([await limitsOf(later, 'sim'), await limitsOf(later, 'mine')]).toEqual([
      { requests_per_minute: 60 },
      { max_concurrency: 2 },
    ]);
    await later.settings.saveLimits('sim', {});
    await later.settings.removeProvider('mine');
    expect([await limitsOf(later, 'sim'), await stores.settings.get('limits')]).toEqual([undefined, {}]);
  });

  it('have the limits that another tab sets', async () => {
    const tabs = createTabs();
    const [one, other] = await Promise.all([open(tabs.open()), open(tabs.open())]);
    await one.settings.saveLimits('sim', { requests_per_minute: 60 });
    const limits = async () => (await other.settings.providers()).find(({ id }) => id === 'sim')?.limits;
    await expect.poll(limits).toEqual({ requests_per_minute: 60 });
  });

  it('are the built-in ones and those of the person, who can replace a built-in one and have it back', async () => {
    const host = await open();
    const labelOf = async (id: string) => (await host.settings.providers()).find((one) => one.id === id)?.label;
    expect(await labelOf('openai')).toBe('OpenAI');
    await host.settings.saveProvider(proxied);
    await host.settings.saveProvider({ ...proxied, id: 'mine', label: 'Mine' });
    expect(await labelOf('openai')).toBe('OpenAI by proxy');
    const later = await open();
    expect((await later.settings.providers()).map((one) => one.label)).toEqual(
      expect.arrayContaining(['OpenAI by proxy', 'Mine', 'Anthropic']),
    );
    await host.settings.removeProvider('openai');
    expect(await labelOf('openai')).toBe('OpenAI');
  });

  it('take their key with them when they go', async () => {
    const host = await open();
    await host.settings.saveProvider({ ...proxied, id: 'mine' });
    await host.keys.set('mine', 'sk-1');
    await host.settings.removeProvider('mine');
    await host.settings.saveProvider({ ...proxied, id: 'mine' });
    expect(await host.keys.status()).toMatchObject({ mine: 'missing' });
  });
});
