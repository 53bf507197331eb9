import { builtInProviders } from './built-in-providers';
import type { ProviderConfig } from './provider-config';

/** The address of a provider, if a person set it; undefined: that of its maker, or there is no such provider. */
export function findSetAddress(providers: readonly ProviderConfig[], id: string): string | undefined {
  const hasId = (provider: ProviderConfig) => provider.id === id;
  const { baseUrl } = providers.find(hasId) ?? {};
  return baseUrl === builtInProviders.find(hasId)?.baseUrl ? undefined : baseUrl;
}
