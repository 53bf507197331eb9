import { z } from 'zod';
import { AppError } from '@/base/errors';
import { builtInProviders } from '@/providers/built-in-providers';
import { readProviders, savedProviders } from '@/providers/migrate-providers';
import { type ProviderConfig, providerLimitsSchema, windowsSchema } from '@/providers/provider-config';
import type { SettingsStore } from '@/storage/stores';
import type { SettingsApi } from './border/engine-api';

/** Settings, with the providers at hand for the model client, which cannot wait for a store. */
export interface WorkerSettings extends SettingsApi {
  current(): readonly ProviderConfig[];
  limitsOf(provider: string): ProviderConfig['limits'];
  /** Reads the limits again, as another tab has saved them. */
  readLimits(): Promise<void>;
}

const providersKey = 'providers';
const newerAdvice = { advice: 'Reload this page, or close other tabs that are older.' };

/** Reads the settings. A provider that is damaged is left out: the built-in ones and the others still work. */
export async function openSettings(store: SettingsStore): Promise<WorkerSettings> {
  const saved = readProviders(await store.get(providersKey));
  let named = saved.providers;
  const windows = await openBeside(store, 'windows', windowsSchema);
  const limits = await openBeside(store, 'limits', providerLimitsSchema);
  const others = (id: string) => named.filter((provider) => provider.id !== id);
  const keep = async (next: readonly ProviderConfig[]) => {
    if (saved.isNewer) throw new AppError('NEWER_VERSION', 'A newer Heddle saved the providers.', newerAdvice);
    await store.put(providersKey, savedProviders(next));
    named = next;
  };
  const current = () => {
    const byId = new Map([...builtInProviders, ...named].map((provider) => [provider.id, provider]));
    return [...byId.values()].map((provider) => limits.into(windows.into(provider)));
  };

  return {
    current,
    limitsOf: limits.of,
    readLimits: limits.read,
    providers: async () => current(),
    saveProvider: async (provider) => {
      const { windows: _windows, limits: _limits, ...own } = provider;
      await keep([...others(own.id), own]);
    },
    saveWindows: windows.save,
    saveLimits: limits.save,
    removeProvider: async (id) => {
      await keep(others(id));
      await windows.forget(id);
      await limits.forget(id);
    },
  };
}

/** Something that a person says of providers, by their ids. */
interface Beside<T> {
  of(id: string): T | undefined;
  /** Reads again what is stored. */
  read(): Promise<void>;
  /** A provider, with what is said of it. */
  into(provider: ProviderConfig): ProviderConfig;
  /** Keeps what is said of one; an empty object: nothing. */
  save(id: string, of: T): Promise<void>;
  forget(id: string): Promise<void>;
}

/**
 * Opens what is said of a field. It is kept apart from the providers, as the built-in ones are not stored. What is
 * damaged is left out.
 */
async function openBeside<K extends 'windows' | 'limits'>(
  store: SettingsStore,
  field: K,
  schema: z.ZodType<NonNullable<ProviderConfig[K]>>,
): Promise<Beside<NonNullable<ProviderConfig[K]>>> {
  const stored = async () => {
    const entries = z.record(z.string(), z.unknown()).safeParse(await store.get(field)).data ?? {};
    const sound = Object.entries(entries).flatMap(([id, of]) => {
      const { success, data } = schema.safeParse(of);
      return success ? [[id, data] as const] : [];
    });
    return new Map(sound);
  };
  let said = await stored();
  const keep = async (next: typeof said) => {
    await store.put(field, Object.fromEntries(next));
    said = next;
  };
  const without = (id: string) => new Map([...said].filter(([other]) => other !== id));
  return {
    of: (id) => said.get(id),
    read: async () => {
      said = await stored();
    },
    into: (provider) => {
      const of = said.get(provider.id);
      return of === undefined ? provider : { ...provider, [field]: of };
    },
    save: async (id, of) => {
      await keep(Object.keys(of).length === 0 ? without(id) : without(id).set(id, of));
    },
    forget: async (id) => {
      if (said.has(id)) await keep(without(id));
    },
  };
}
