import { useState } from 'react';
import type { StorageUse } from '@/run/runner';
import { useRuns, useStores } from '@/state/context';
import { useAsked } from '@/state/use-asked';

/**
 * The size of what is stored here, read again when runs are added, end or are deleted. Undefined until it is known.
 * `look` reads it again.
 */
export function useRunsStorage(): { readonly use: StorageUse | undefined; readonly look: () => void } {
  const { services } = useStores();
  const [asked, setAsked] = useState(0);
  // An active run grows all the time, so it is measured when it has ended.
  const state = useRuns(({ entries }) => entries.map(({ id, status }) => `${id} ${status}`).join());
  const { value } = useAsked([services, state, asked], () => services.runner.storage());
  return { use: value, look: () => setAsked((n) => n + 1) };
}
