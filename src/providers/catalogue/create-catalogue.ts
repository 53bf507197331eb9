import type { ModelRequest } from '@/engine/ports/model-client';
import { computeCost } from '@/plan/cost-at';
import type { ModelFacts } from '@/plan/model-facts';
import type { Catalogue, DescribedFact } from './catalogue';
import type { CatalogueStore } from './catalogue-store';
import { fetchPrices } from './fetch-prices';
import { listKnownModels } from './known-models';
import { buildKnownLayers, computeFactsAt, type DatedList, type KnownLayers, type Layer, mergeLayers } from './layers';
import { applyLearned, createLearnedEntry, isSameFact, type LearnedEntry } from './learned-facts';
import { type OwnEntry, ownFactsSchema } from './own-facts';
import { type PriceData, readPriceData } from './price-data';
import { findProtocol, findProviderAddress, findSetWindow, type SetWindows } from './set-windows';
import {
  addLearnedFact,
  changeStoredModels,
  noModels,
  readStoredModels,
  removeLearned,
  removeOwnFacts,
  type StoredModels,
  setOwnFacts,
} from './stored-models';
import { buildStoredPrices, readFetchedAt, readKeptPrices } from './stored-prices';

type ModelRef = ModelRequest['model'];

/** When `@pydantic/genai-prices` 0.1.8 was published (registry.npmjs.org). */
const shippedOn = '2026-09-23';
/** The list of a catalogue that is asked for no model in it. */
const noPrices: PriceData = { modelsOf: () => [] };
const noWindows: SetWindows = [];
/** The most models whose facts are cached. */
const maxRemembered = 500;

/** The dependencies of a catalogue. */
export interface CatalogueOptions {
  readonly store: CatalogueStore;
  /** The context windows that the person set by provider, read at each use. */
  readonly windows?: () => SetWindows;
  /** ms since 1970. */
  readonly now: () => number;
  /** Whether only simulated models are asked for, whose facts are in no list. */
  readonly isSimulated?: boolean;
}

/**
 * Opens a catalogue, and loads the shipped price list, which is large (87 kB gzip). Stored data that cannot be read is
 * not changed. Errors: those of the store.
 */
export async function createCatalogue(options: CatalogueOptions): Promise<Catalogue> {
  const { store, windows = () => noWindows, now, isSimulated = false } = options;
  const loadPrices = () => import('@pydantic/genai-prices');
  const data = isSimulated ? noPrices : readPriceData(await (await loadPrices()).waitForUpdate());
  const shipped: DatedList = { date: shippedOn, data };
  let models: StoredModels = noModels;
  let refreshed: DatedList | undefined;
  let fetchedAt: string | undefined;
  const remembered = new Map<string, KnownLayers>();
  const today = () => new Date(now()).toISOString().slice(0, 10);

  const takePrices = (stored: unknown) => {
    const at = readFetchedAt(stored);
    if (at === fetchedAt) return;
    fetchedAt = at;
    refreshed = readKeptPrices(stored);
    remembered.clear();
  };
  const reload = async () => {
    models = readStoredModels(await store.get('models')) ?? noModels;
    takePrices(await store.get('prices'));
  };
  /** Changes the state in memory at once, then the stored one. */
  const changeModels = async (make: (before: StoredModels) => StoredModels) => {
    models = make(models);
    await store.update('models', (before) => changeStoredModels(before, make));
  };

  const findKnownLayers = (model: ModelRef): KnownLayers => {
    const key = `${model.provider}:${model.model}`;
    const before = remembered.get(key);
    if (before !== undefined) return before;
    if (remembered.size >= maxRemembered) remembered.clear();
    const known = buildKnownLayers(model, shipped, refreshed);
    remembered.set(key, known);
    return known;
  };
  const listLearned = ({ provider, model }: ModelRef): readonly LearnedEntry[] => {
    const address = findProviderAddress(windows(), provider);
    return models.learned.filter(
      (each) => each.provider === provider && each.address === address && each.model === model,
    );
  };
  const findOwnFacts = ({ provider, model }: ModelRef): OwnEntry | undefined =>
    models.own.find((each) => each.provider === provider && each.model === model);

  /** Without learned facts, which modify known facts instead of replacing them. */
  const collectLayers = (model: ModelRef): { readonly tables: readonly Layer[]; readonly yours: readonly Layer[] } => {
    const known = findKnownLayers(model);
    const tables: Layer[] = [
      { from: 'shipped', date: shipped.date, facts: computeFactsAt(known.shipped, now(), shipped.date) },
    ];
    if (known.refreshed !== undefined && refreshed !== undefined) {
      tables.push({
        from: 'refreshed',
        date: refreshed.date,
        facts: computeFactsAt(known.refreshed, now(), refreshed.date),
      });
    }
    const yours: Layer[] = [];
    const window = findSetWindow(windows(), model);
    // A window that the person set also limits the input.
    if (window !== undefined) yours.push({ from: 'yours', date: today(), facts: { window, maxInput: window } });
    const own = findOwnFacts(model);
    if (own !== undefined) {
      const dated = own.facts.price === undefined ? {} : { priceAsOf: own.date };
      yours.push({ from: 'yours', date: own.date, facts: { ...(own.facts as Partial<ModelFacts>), ...dated } });
    }
    if (own?.facts.window !== undefined) {
      yours.push({ from: 'yours', date: own.date, facts: { maxInput: own.facts.window } });
    }
    return { tables, yours };
  };
  const computeFacts = (model: ModelRef): ModelFacts => {
    const { tables, yours } = collectLayers(model);
    const learned = applyLearned(mergeLayers(tables), listLearned(model));
    const protocol = findProtocol(windows(), model.provider);
    const spoken = protocol === undefined ? learned : { ...learned, protocol };
    const known = mergeLayers([{ from: 'learned', date: '', facts: spoken }, ...yours]);
    if (!yours.some(({ facts }) => facts.window !== undefined)) return known;
    const { windowFrom: _replaced, ...own } = known;
    return own;
  };

  // A plan of thousands of tasks asks for the same few models many times.
  let found = { models, refreshed, windows: windows(), minute: 0, facts: new Map<string, ModelFacts>() };
  const findFacts = (model: ModelRef): ModelFacts => {
    const sources = { models, refreshed, windows: windows(), minute: Math.floor(now() / 60_000) };
    const isSame =
      found.models === sources.models &&
      found.refreshed === sources.refreshed &&
      found.windows === sources.windows &&
      found.minute === sources.minute;
    if (!isSame || found.facts.size >= maxRemembered) found = { ...sources, facts: new Map() };
    const key = `${model.provider}:${model.model}`;
    const facts = found.facts.get(key) ?? computeFacts(model);
    found.facts.set(key, facts);
    return facts;
  };

  await reload();
  return {
    factsOf: findFacts,
    costOf: (model, tokens) => {
      const { price } = findFacts(model);
      return price && computeCost(price, tokens);
    },
    get pricesAsOf() {
      return refreshed?.date ?? shipped.date;
    },
    get refreshedOn() {
      return refreshed?.date;
    },
    learn: async (fact) => {
      const entry = createLearnedEntry(fact, findProviderAddress(windows(), fact.model.provider), today());
      if (models.learned.some((each) => isSameFact(each, entry) && each.instead === entry.instead)) return;
      await changeModels((before) => addLearnedFact(before, entry));
    },
    learned: () => models.learned,
    forget: (entry) => changeModels((before) => removeLearned(before, entry)),
    own: () => models.own,
    setOwn: async (model, facts) => {
      if (facts === undefined) return changeModels((before) => removeOwnFacts(before, model));
      const entry: OwnEntry = { ...model, facts: ownFactsSchema.parse(facts), date: today() };
      await changeModels((before) => setOwnFacts(before, entry));
    },
    refresh: async (get) => {
      const data = await fetchPrices((await loadPrices()).REMOTE_DATA_JSON_URL, get);
      const kept = buildStoredPrices(data, new Date(now()).toISOString());
      takePrices(kept);
      await store.update('prices', () => kept);
    },
    backToShipped: async () => {
      takePrices(undefined);
      await store.update('prices', () => undefined);
    },
    reload,
    modelsOf: (provider) => {
      const own = models.own.filter((each) => each.provider === provider).map(({ model }) => model);
      return listKnownModels(provider, [shipped.data, ...(refreshed === undefined ? [] : [refreshed.data])], own);
    },
    describe: (model) => {
      const { tables, yours } = collectLayers(model);
      const learned = listLearned(model);
      const before = mergeLayers(tables);
      const taught = applyLearned(before, learned);
      const changed = Object.entries(taught).filter(
        ([name, value]) => name !== 'windowFrom' && before[name as keyof ModelFacts] !== value,
      );
      const date = learned.at(-1)?.date ?? '';
      return describeFacts([...tables, { from: 'learned', date, facts: Object.fromEntries(changed) }, ...yours]);
    },
  };
}

/** Each fact, from the last layer that has it. */
function describeFacts(layers: readonly Layer[]): readonly DescribedFact[] {
  const found = new Map<string, DescribedFact>();
  for (const { from, date, facts } of layers) {
    for (const [key, value] of Object.entries(facts)) {
      const name = key as keyof ModelFacts;
      if (value !== undefined) found.set(key, { name, value, from, date });
    }
  }
  return [...found.values()];
}
