import { useEffect, useState } from 'react';
import type { StorageUse } from '@/run/runner';
import { useRuns, useStores } from '@/state/context';

/** What is stored here; asked again when runs come, end or go. Undefined until it is known. `look` asks again. */
export function useRunsStorage(): { readonly use: StorageUse | undefined; readonly look: () => void } {
  const { services } = useStores();
  const [use, setUse] = useState<StorageUse>();
  const [asked, setAsked] = useState(0);
  // A run that goes on grows all the time; it is weighed when it has ended.
  const state = useRuns(({ entries }) => entries.map(({ id, status }) => `${id} ${status}`).join());
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is stored hangs on the runs there are
  useEffect(() => {
    let wanted = true;
    services.runner.storage().then(
      (told) => wanted && setUse(told),
      () => wanted && setUse(undefined),
    );
    return () => {
      wanted = false;
    };
  }, [services, state, asked]);
  return { use, look: () => setAsked((n) => n + 1) };
}
