import { z } from 'zod';
import { AppError } from '@/base/errors';
import { builtInProviders } from '@/providers/built-in-providers';
import { readProviders, savedProviders } from '@/providers/migrate-providers';
import { type ProviderConfig, providerConfigSchema, windowsSchema } from '@/providers/provider-config';
import type { SettingsStore } from '@/storage/stores';
import type { SettingsApi } from './api';

/** Settings, with the providers at hand for the model client, which cannot wait for a store. */
export interface Settings extends SettingsApi {
  current(): readonly ProviderConfig[];
}

const providersKey = 'providers';
const newerAdvice = { advice: 'Reload this page, or close other tabs that are older.' };
/** Apart from the providers, as the built-in ones are not stored. */
const windowsKey = 'windows';
type Windows = Readonly<Record<string, z.infer<typeof windowsSchema>>>;

/** Reads the settings. A provider that is damaged is left out: the built-in ones and the others still work. */
export async function openSettings(store: SettingsStore): Promise<Settings> {
  const saved = readProviders(await store.get(providersKey));
  let named = saved.providers;
  let windows = readWindows(await store.get(windowsKey));
  const others = (id: string) => named.filter((provider) => provider.id !== id);
  const keep = async (next: readonly ProviderConfig[]) => {
    if (saved.isNewer) throw new AppError('NEWER_VERSION', 'A newer Heddle saved the providers.', newerAdvice);
    await store.put(providersKey, savedProviders(next));
    named = next;
  };
  const current = () => {
    const byId = new Map([...builtInProviders, ...named].map((provider) => [provider.id, provider]));
    return [...byId.values()].map((provider) => withWindows(provider, windows));
  };
  const keepWindows = async (id: string, of: Windows[string]) => {
    const { [id]: _before, ...rest } = windows;
    const next = Object.keys(of).length === 0 ? rest : { ...rest, [id]: of };
    await store.put(windowsKey, next);
    windows = next;
  };

  return {
    current,
    providers: async () => current(),
    saveProvider: async (provider) => {
      const { windows: _apart, ...checked } = providerConfigSchema.parse(provider);
      await keep([...others(checked.id), checked]);
    },
    saveWindows: (id, of) => keepWindows(id, windowsSchema.parse(of)),
    removeProvider: async (id) => {
      await keep(others(id));
      if (Object.hasOwn(windows, id)) await keepWindows(id, {});
    },
  };
}

function withWindows(provider: ProviderConfig, windows: Windows): ProviderConfig {
  const own = Object.hasOwn(windows, provider.id) ? windows[provider.id] : undefined;
  return own === undefined ? provider : { ...provider, windows: own };
}

/** What is damaged is left out. */
function readWindows(value: unknown): Windows {
  const stored = z.record(z.string(), z.unknown()).safeParse(value).data ?? {};
  return Object.fromEntries(
    Object.entries(stored).flatMap(([id, of]) => {
      const parsed = windowsSchema.safeParse(of);
      return parsed.success ? [[id, parsed.data]] : [];
    }),
  );
}
