import { useCallback } from 'react';
import type { ProviderConfig } from '@/providers/provider-config';
import type { KeyStatus } from '@/worker/api';
import { useApp } from '../app-context';
import { type MakeChange, useReloaded } from './use-reloaded';

/** The providers and how it stands with their keys. */
export interface Models {
  readonly providers: readonly ProviderConfig[];
  readonly status: Readonly<Record<string, KeyStatus>>;
}

/** The providers with their keys, read again after each `change`. */
export function useModels(): { readonly models: Models | undefined; readonly change: MakeChange } {
  const { keys, settings } = useApp();
  const read = useCallback(async (): Promise<Models> => {
    const [providers, status] = await Promise.all([settings.providers(), keys.status()]);
    return { providers, status };
  }, [keys, settings]);
  const { value, change } = useReloaded(read);
  return { models: value, change };
}
