import { z } from 'zod';
import { builtInProviders } from '@/providers/built-in-providers';
import { type ProviderConfig, providerConfigSchema } from '@/providers/provider-config';
import type { SettingsStore } from '@/storage/stores';
import type { SettingsApi } from './api';

/** Settings, with the providers at hand for the model client, which cannot wait for a store. */
export interface Settings extends SettingsApi {
  current(): readonly ProviderConfig[];
}

const providersKey = 'providers';

/** Reads the settings. A provider that is damaged is left out: the built-in ones and the others still work. */
export async function openSettings(store: SettingsStore): Promise<Settings> {
  const stored = z.array(z.unknown()).safeParse(await store.get(providersKey));
  let named: readonly ProviderConfig[] = (stored.data ?? []).flatMap((value) => {
    const parsed = providerConfigSchema.safeParse(value);
    return parsed.success ? [parsed.data] : [];
  });
  const others = (id: string) => named.filter((provider) => provider.id !== id);
  const keep = async (next: readonly ProviderConfig[]) => {
    await store.put(providersKey, next);
    named = next;
  };
  const current = () => {
    const byId = new Map([...builtInProviders, ...named].map((provider) => [provider.id, provider]));
    return [...byId.values()];
  };

  return {
    current,
    providers: async () => current(),
    saveProvider: async (provider) => {
      const checked = providerConfigSchema.parse(provider);
      await keep([...others(checked.id), checked]);
    },
    removeProvider: (id) => keep(others(id)),
  };
}
