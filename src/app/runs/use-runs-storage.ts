import { useEffect, useState } from 'react';
import type { StorageUse } from '@/run/runner';
import { useRuns, useStores } from '@/state/context';

/**
 * The size of what is stored here, read again when runs are added, end or are deleted. Undefined until it is known.
 * `look` reads it again.
 */
export function useRunsStorage(): { readonly use: StorageUse | undefined; readonly look: () => void } {
  const { services } = useStores();
  const [use, setUse] = useState<StorageUse>();
  const [asked, setAsked] = useState(0);
  // An active run grows all the time, so it is measured when it has ended.
  const state = useRuns(({ entries }) => entries.map(({ id, status }) => `${id} ${status}`).join());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored hangs on the runs there are
  useEffect(() => {
    let wanted = true;
    services.runner.storage().then(
      (storageUse) => wanted && setUse(storageUse),
      () => wanted && setUse(undefined),
    );
    return () => {
      wanted = false;
    };
  }, [services, state, asked]);
  return { use, look: () => setAsked((n) => n + 1) };
}
