import { useCallback, useEffect, useState } from 'react';
import { toFailure } from '@/base/errors';
import type { ProviderConfig } from '@/providers/provider-config';
import type { KeyStatus } from '@/worker/api';
import { useApp } from '../app-context';

/** The providers and how it stands with their keys. */
export interface Models {
  readonly providers: readonly ProviderConfig[];
  readonly status: Readonly<Record<string, KeyStatus>>;
}

/**
 * The providers with their keys, read again after each `change`. `change` resolves to what went wrong, in words, or to
 * undefined.
 */
export function useModels(): {
  readonly models: Models | undefined;
  readonly change: (make: () => Promise<unknown>) => Promise<string | undefined>;
} {
  const { keys, settings } = useApp();
  const [models, setModels] = useState<Models>();
  const load = useCallback(async () => {
    const [providers, status] = await Promise.all([settings.providers(), keys.status()]);
    setModels({ providers, status });
  }, [keys, settings]);
  const change = useCallback(
    async (make: () => Promise<unknown>) => {
      try {
        await make();
        await load();
        return undefined;
      } catch (error) {
        const { message, advice } = toFailure(error);
        return advice === undefined ? message : `${message} ${advice}`;
      }
    },
    [load],
  );
  useEffect(() => {
    void load();
  }, [load]);
  return { models, change };
}

/** Makes a change and resolves to what went wrong, or undefined. */
export type MakeChange = ReturnType<typeof useModels>['change'];
