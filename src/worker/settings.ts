import { z } from 'zod';
import { AppError } from '@/base/errors';
import { builtInProviders } from '@/providers/built-in-providers';
import { buildSavedProviders, readProviders } from '@/providers/migrate-providers';
import {
  type ProviderConfig,
  providerConfigSchema,
  providerLimitsSchema,
  windowsSchema,
} from '@/providers/provider-config';
import type { SettingsStore } from '@/storage/stores';
import type { SettingsApi } from './border/engine-api';

/** Settings, with the providers available synchronously: the model client cannot wait for a store. */
export interface WorkerSettings extends SettingsApi {
  current(): readonly ProviderConfig[];
  limitsOf(provider: string): ProviderConfig['limits'];
  /** Reads the limits again after another tab has saved them. */
  readLimits(): Promise<void>;
}

const providersKey = 'providers';
const newerAdvice = { advice: 'Reload this page, or close other tabs that are older.' };

/** Reads the settings. A damaged provider is left out: the built-in ones and the others still work. */
export async function openSettings(store: SettingsStore): Promise<WorkerSettings> {
  const saved = readProviders(await store.get(providersKey));
  let ownProviders = saved.providers;
  const windows = await openBeside(store, 'windows', windowsSchema);
  const limits = await openBeside(store, 'limits', providerLimitsSchema);
  const others = (id: string) => ownProviders.filter((provider) => provider.id !== id);
  const writeProviders = async (next: readonly ProviderConfig[]) => {
    if (saved.isNewer) throw new AppError('NEWER_VERSION', 'A newer Heddle saved the providers.', newerAdvice);
    await store.put(providersKey, buildSavedProviders(next));
    ownProviders = next;
  };
  const current = () => {
    const byId = new Map([...builtInProviders, ...ownProviders].map((provider) => [provider.id, provider]));
    return [...byId.values()].map((provider) => limits.into(windows.into(provider)));
  };

  return {
    current,
    limitsOf: limits.of,
    readLimits: limits.read,
    providers: async () => current(),
    saveProvider: async (provider) => {
      // What would be left out when it is read again is not stored.
      const { windows: _windows, limits: _limits, ...own } = providerConfigSchema.parse(provider);
      await writeProviders([...others(own.id), own]);
    },
    saveWindows: windows.save,
    saveLimits: limits.save,
    removeProvider: async (id) => {
      await writeProviders(others(id));
      await windows.forget(id);
      await limits.forget(id);
    },
  };
}

/** A setting of providers, by their ids. */
interface Beside<T> {
  of(id: string): T | undefined;
  /** Reads the stored values again. */
  read(): Promise<void>;
  /** The provider with this setting. */
  into(provider: ProviderConfig): ProviderConfig;
  /** Saves the setting of a provider; an empty object removes it. */
  save(id: string, of: T): Promise<void>;
  forget(id: string): Promise<void>;
}

/**
 * Opens a setting. It is stored separately from the providers, because the built-in ones are not stored. Damaged values
 * are left out.
 */
async function openBeside<K extends 'windows' | 'limits'>(
  store: SettingsStore,
  field: K,
  schema: z.ZodType<NonNullable<ProviderConfig[K]>>,
): Promise<Beside<NonNullable<ProviderConfig[K]>>> {
  const readStored = async () => {
    const entries = z.record(z.string(), z.unknown()).safeParse(await store.get(field)).data ?? {};
    const valid = Object.entries(entries).flatMap(([id, of]) => {
      const { success, data } = schema.safeParse(of);
      return success ? [[id, data] as const] : [];
    });
    return new Map(valid);
  };
  let entriesById = await readStored();
  const writeEntries = async (next: typeof entriesById) => {
    await store.put(field, Object.fromEntries(next));
    entriesById = next;
  };
  const removeId = (id: string) => new Map([...entriesById].filter(([other]) => other !== id));
  return {
    of: (id) => entriesById.get(id),
    read: async () => {
      entriesById = await readStored();
    },
    into: (provider) => {
      const of = entriesById.get(provider.id);
      return of === undefined ? provider : { ...provider, [field]: of };
    },
    save: async (id, value) => {
      const of = schema.parse(value);
      await writeEntries(Object.keys(of).length === 0 ? removeId(id) : removeId(id).set(id, of));
    },
    forget: async (id) => {
      if (entriesById.has(id)) await writeEntries(removeId(id));
    },
  };
}
