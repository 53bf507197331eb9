import { useState } from 'react';
import type { ProviderConfig } from '@/providers/provider-config';
import { useApp } from '../app-context';
import type { MakeChange } from '../dialogs/use-reloaded';

/** Asks a provider for its list of models. An error is stored in its connection, which the screen shows. */
export function useAskList(
  { id }: ProviderConfig,
  change: MakeChange,
): { readonly ask: () => Promise<void>; readonly busy: boolean } {
  const { models } = useApp();
  const [busy, setBusy] = useState(false);
  const askList = async () => {
    setBusy(true);
    await change(() => models.served(id).catch(() => undefined));
    setBusy(false);
  };
  return { ask: askList, busy };
}
