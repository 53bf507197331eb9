import { useCallback } from 'react';
import type { LearnedEntry } from '@/providers/catalogue/learned-facts';
import type { OwnEntry } from '@/providers/catalogue/own-facts';
import type { ProviderConfig } from '@/providers/provider-config';
import type { Connection, KeyStatus } from '@/worker/border/engine-api';
import { useApp } from '../app-context';
import { type MakeChange, useReloaded } from '../dialogs/use-reloaded';

/** Everything that the models screen shows, except the rows of its table. */
export interface ModelsData {
  readonly providers: readonly ProviderConfig[];
  readonly status: Readonly<Record<string, KeyStatus>>;
  readonly connections: Readonly<Record<string, Connection>>;
  readonly prices: { readonly asOf: string; readonly isRefreshed: boolean };
  readonly learned: readonly LearnedEntry[];
  readonly own: readonly OwnEntry[];
  /** Names of the models that are known without asking a provider, by provider. */
  readonly known: Readonly<Record<string, readonly string[]>>;
}

/** The data of the screen, read again after each `change`, which also checks the open workflow again. */
export function useModelsData(): { readonly data: ModelsData | undefined; readonly change: MakeChange } {
  const { keys, settings, models, recheck } = useApp();
  const read = useCallback(async (): Promise<ModelsData> => {
    const [providers, status, connections, prices, learned, own] = await Promise.all([
      settings.providers(),
      keys.status(),
      models.connections(),
      models.prices(),
      models.learned(),
      models.own(),
    ]);
    const known = await Promise.all(providers.map(async ({ id }) => [id, await models.modelsOf(id)] as const));
    return { providers, status, connections, prices, learned, own, known: Object.fromEntries(known) };
  }, [keys, settings, models]);
  const { value, change: reloading } = useReloaded(read);
  const change = useCallback<MakeChange>(
    async (make) => {
      const failed = await reloading(make);
      await recheck();
      return failed;
    },
    [reloading, recheck],
  );
  return { data: value, change };
}
