import { defined } from '@/base/defined';
import { AppError, toFailure } from '@/base/errors';
import type { ModelClient } from '@/engine/ports/model-client';
import type { OfferedKey } from '@/plan/model-offer';
import type { Catalogue } from '@/providers/catalogue/catalogue';
import { fillProviderHeaders } from '@/providers/filled-headers';
import { listModels, type ServedModels } from '@/providers/list-models';
import type { ProviderConfig } from '@/providers/provider-config';
import { sortNewestFirst } from '@/providers/sort-newest-first';
import type { Connection, KeyStatus, KeysApi, ModelsApi } from '../border/engine-api';
import { testConnection } from './test-connection';

interface ConnectionsOptions {
  readonly providers: () => readonly ProviderConfig[];
  readonly keyOf: (provider: string) => string | undefined;
  readonly keyStatus: KeysApi['status'];
  readonly secretOf: (name: string) => string | undefined;
  readonly models: ModelClient;
  readonly catalogue: () => Promise<Catalogue>;
  /** ms since 1970. */
  readonly now: () => number;
  readonly fetch: typeof fetch;
}

/** How long a provider may take to list its models. */
const patienceMs = 30_000;
/** How long a whole test may take: it calls a thinking model three times. */
const testPatienceMs = 120_000;
/** The most tests that are kept for a provider. */
const mostTests = 50;
/** Of how many models of a provider prices and ends are read; gateways list thousands. */
const mostFacts = 1000;

const offeredKeys: { readonly [K in KeyStatus]: OfferedKey } = {
  not_needed: 'not_needed',
  missing: 'missing',
  locked: 'locked',
  in_memory: 'there',
  unlocked: 'there',
};

/** What providers list and the results of connection tests, kept until the page is closed. */
export function createConnections(options: ConnectionsOptions): {
  readonly api: Pick<ModelsApi, 'served' | 'connections' | 'test' | 'offers'>;
  readonly changed: (provider: string) => void;
} {
  const { providers, keyOf, keyStatus, secretOf, models, catalogue, now, fetch } = options;
  const held = new Map<string, Connection>();
  const getLabel = (id: string) => providers().find((each) => each.id === id)?.label ?? id;
  const updateConnection = (id: string, change: Partial<Connection>) =>
    held.set(id, { tests: {}, ...held.get(id), failed: undefined, isOutdated: false, ...change });

  const listServed = async (id: string): Promise<ServedModels> => {
    const provider = providers().find((each) => each.id === id);
    if (provider === undefined) throw new AppError('VALIDATION_ERROR', `There is no provider “${id}”.`);
    const at = new Date(now()).toISOString();
    const signal = AbortSignal.timeout(patienceMs);
    try {
      const list = await fetchList(provider, signal);
      updateConnection(id, { list: { at, ...list } });
      return list;
    } catch (error) {
      const reason = signal.aborted ? createLateError(provider, patienceMs) : error;
      updateConnection(id, { failed: { at, failure: toFailure(reason) } });
      throw reason;
    }
  };

  const fetchList = async (provider: ProviderConfig, signal: AbortSignal): Promise<ServedModels> => {
    const key = keyOf(provider.id);
    if (provider.needsKey && key === undefined) {
      throw new AppError('KEY_NEEDED', `${provider.label} needs a key.`, {
        advice: 'Enter or unlock the key in Models.',
        details: { provider: provider.id },
      });
    }
    return listModels({ provider, key, headers: fillProviderHeaders(provider, secretOf), signal, fetch });
  };

  const api: Pick<ModelsApi, 'served' | 'connections' | 'test' | 'offers'> = {
    served: listServed,
    connections: async () => Object.fromEntries(held),
    test: async (model) => {
      const signal = AbortSignal.timeout(testPatienceMs);
      const late = createLateError({ id: model.provider, label: getLabel(model.provider) }, testPatienceMs);
      const test = await testConnection({
        ...{ model, models, now, signal, late },
        served: () => listServed(model.provider),
        catalogue: await catalogue(),
      });
      const before = Object.entries(held.get(model.provider)?.tests ?? {}).slice(1 - mostTests);
      const tests = { ...Object.fromEntries(before), [model.model]: test };
      // The answer of a model counts more than the failure of a server without a list.
      const failure = test.call.failure;
      updateConnection(model.provider, { tests, failed: failure && { at: test.at, failure } });
      return test;
    },
    offers: async () => {
      const [known, status] = await Promise.all([catalogue(), keyStatus()]);
      const all = providers().map(({ id, label }) => {
        const key = offeredKeys[status[id] ?? 'missing'];
        const listed = held.get(id)?.list?.models;
        const ends = new Map(listed?.map(({ name, endsOn }) => [name, endsOn]));
        const names = new Set([...(listed?.map(({ name }) => name) ?? []), ...known.modelsOf(id)]);
        return sortNewestFirst([...names], listed).map((model, index) => {
          const { price, endsOn } = index < mostFacts ? known.factsOf({ provider: id, model }) : {};
          return { name: `${id}:${model}`, label, key, ...defined({ price, endsOn: ends.get(model) ?? endsOn }) };
        });
      });
      const canCall = ({ key }: { readonly key: OfferedKey }) => key === 'there' || key === 'not_needed';
      const flat = all.flat();
      return [...flat.filter(canCall), ...flat.filter((offer) => !canCall(offer))];
    },
  };
  // Results with another key or address no longer apply; the list may still help.
  const markChanged = (id: string) => {
    const list = held.get(id)?.list;
    held.delete(id);
    if (list !== undefined) held.set(id, { list, tests: {}, isOutdated: true });
  };
  return { api, changed: markChanged };
}

function createLateError({ id, label }: Pick<ProviderConfig, 'id' | 'label'>, ms: number): AppError {
  return new AppError('PROVIDER_ERROR', `${label} did not answer within ${ms / 1000} seconds.`, {
    advice: 'Try again later, or check its address in Models.',
    details: { kind: 'network', provider: id },
  });
}
