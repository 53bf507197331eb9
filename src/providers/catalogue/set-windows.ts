import type { ModelRequest } from '@/engine/ports/model-client';
import { builtInProviders } from '../built-in-providers';
import type { ProviderConfig } from '../provider-config';

/** The context windows that a person set, by provider, with the providers' protocols and addresses if available. */
export type SetWindows = readonly (Pick<ProviderConfig, 'id' | 'windows'> &
  Partial<Pick<ProviderConfig, 'protocol' | 'baseUrl'>>)[];

/** The context window set for a model or, as `*`, for all models of its provider, in tokens; undefined: none. */
export function findSetWindow(providers: SetWindows, { provider, model }: ModelRequest['model']): number | undefined {
  const windows = providers.find(({ id }) => id === provider)?.windows ?? {};
  const name = [model, '*'].find((each) => Object.hasOwn(windows, each));
  return name === undefined ? undefined : windows[name];
}

/** The protocol of a provider; undefined: the provider is unknown here. */
export function findProtocol(providers: SetWindows, id: string): ProviderConfig['protocol'] | undefined {
  const set = providers.find((provider) => provider.id === id)?.protocol;
  return set ?? builtInProviders.find((provider) => provider.id === id)?.protocol;
}

/** The address of a provider; empty: the provider is unknown here. */
export function findProviderAddress(providers: SetWindows, id: string): string {
  const set = providers.find((provider) => provider.id === id)?.baseUrl;
  return set ?? builtInProviders.find((provider) => provider.id === id)?.baseUrl ?? '';
}
