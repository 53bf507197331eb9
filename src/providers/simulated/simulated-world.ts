import type { Clock } from '@/engine/ports/machine';
import type { ModelClient } from '@/engine/ports/model-client';
import type { LoadTokenCounter } from '@/plan/ports';
import { builtInProviders } from '../built-in-providers';
import type { Catalogue } from '../catalogue/catalogue';
import type { CatalogueStore } from '../catalogue/catalogue-store';
import { createCatalogue } from '../catalogue/create-catalogue';
import { createModelClient } from '../create-model-client';
import { loadTokenCounter } from '../token-counter';

/** Nothing is known of simulated models, and nothing is learned of them. */
const nothing: CatalogueStore = { get: async () => undefined, update: async () => {} };
const simulated = builtInProviders.filter(({ id }) => id === 'sim');

/** What a run on simulated models alone needs: no key, no table, and nothing that could be sent. */
export function createSimulatedWorld(clock: Clock): {
  readonly models: ModelClient;
  readonly catalogue: () => Promise<Catalogue>;
  readonly tokens: LoadTokenCounter;
  readonly clock: Clock;
} {
  let opened: Promise<Catalogue> | undefined;
  const catalogue = () => {
    opened ??= createCatalogue({ store: nothing, now: () => clock.now(), isSimulated: true });
    return opened;
  };
  const models = createModelClient({
    providers: () => simulated,
    keyOf: () => undefined,
    onKeyChange: () => () => {},
    catalogue,
    fetch: () => Promise.reject(new Error('A simulated model sends nothing.')),
  });
  return { models, catalogue, tokens: loadTokenCounter, clock };
}
