import type { ModelRequest } from '@/engine/ports/model-client';
import { builtInProviders } from '../built-in-providers';
import type { ProviderConfig } from '../provider-config';

/** Which context windows a person set, of which providers, and how these are spoken to, where that is at hand. */
export type SetWindows = readonly (Pick<ProviderConfig, 'id' | 'windows'> &
  Partial<Pick<ProviderConfig, 'protocol'>>)[];

/** The window that was set for a model or, as `*`, for all of its provider, in tokens; undefined: none was. */
export function windowSetFor(providers: SetWindows, { provider, model }: ModelRequest['model']): number | undefined {
  const windows = providers.find(({ id }) => id === provider)?.windows ?? {};
  const name = [model, '*'].find((each) => Object.hasOwn(windows, each));
  return name === undefined ? undefined : windows[name];
}

/** How a provider is spoken to; undefined: it is not known here. */
export function protocolOf(providers: SetWindows, id: string): ProviderConfig['protocol'] | undefined {
  const set = providers.find((provider) => provider.id === id)?.protocol;
  return set ?? builtInProviders.find((provider) => provider.id === id)?.protocol;
}
