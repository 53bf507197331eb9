import type { Catalogue } from '@/providers/catalogue/catalogue';
import type { CatalogueStore } from '@/providers/catalogue/catalogue-store';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import { createEndLookup } from '@/providers/catalogue/model-end';
import type { ProviderConfig } from '@/providers/provider-config';
import type { SettingsStore } from '@/storage/stores';
import type { ModelsApi } from '../border/engine-api';

/** The model catalogue of this worker, loaded on first use. */
export interface WorkerCatalogue {
  /**
   * The catalogue, including what other tabs have stored. Rejects if its tables cannot be loaded; the next call tries
   * again.
   */
  fresh(): Promise<Catalogue>;
  /** The catalogue as last read. Rejects like {@link fresh}. */
  opened(): Promise<Catalogue>;
  readonly api: Omit<ModelsApi, 'served' | 'connections' | 'test' | 'offers'>;
}

interface WorkerCatalogueOptions {
  readonly settings: SettingsStore;
  readonly providers: () => readonly ProviderConfig[];
  readonly now: () => number;
  readonly fetch: typeof fetch;
}

/** A catalogue that is stored in the settings. */
export function createWorkerCatalogue(options: WorkerCatalogueOptions): WorkerCatalogue {
  const { settings, providers, now, fetch } = options;
  const store = storeIn(settings);
  let opened: Promise<Catalogue> | undefined;
  const openCatalogue = (): Promise<Catalogue> => {
    opened ??= createCatalogue({ store, windows: providers, now }).catch((error: unknown) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  const fresh = async () => {
    const catalogue = await openCatalogue();
    await catalogue.reload();
    return catalogue;
  };
  return {
    fresh,
    opened: openCatalogue,
    api: {
      kept: async () => ({ models: await store.get('models'), prices: await store.get('prices') }),
      modelsOf: async (provider) => (await fresh()).modelsOf(provider),
      rows: async (provider, names) => {
        const catalogue = await fresh();
        const endOf = createEndLookup(catalogue);
        return names.map((model) => {
          const facts = catalogue.factsOf({ provider, model });
          const end = endOf({ provider, model });
          if (end?.replacement === undefined) return { model, facts, end };
          const { window } = catalogue.factsOf({ provider, model: end.replacement });
          return { model, facts, end: { ...end, window } };
        });
      },
      describe: async (model) => (await fresh()).describe(model),
      learned: async () => (await fresh()).learned(),
      forget: async (entry) => (await openCatalogue()).forget(entry),
      own: async () => (await fresh()).own(),
      setOwn: async (model, facts) => (await openCatalogue()).setOwn(model, facts),
      prices: async () => {
        const { pricesAsOf, refreshedOn } = await fresh();
        return { asOf: pricesAsOf, isRefreshed: refreshedOn !== undefined };
      },
      refresh: async () => (await openCatalogue()).refresh(fetch),
      backToShipped: async () => (await openCatalogue()).backToShipped(),
    },
  };
}

/** Only one tab at a time reads and writes, so that no tab overwrites another's changes. */
function storeIn(settings: SettingsStore): CatalogueStore {
  const locks: LockManager | undefined = globalThis.navigator?.locks;
  return {
    get: (key) => settings.get(key),
    update: async (key, change) => {
      const writeStored = async () => settings.put(key, change(await settings.get(key)));
      await (locks === undefined ? writeStored() : locks.request(`heddle/settings/${key}`, writeStored));
    },
  };
}
