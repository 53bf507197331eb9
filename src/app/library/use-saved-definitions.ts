import { useCallback, useEffect, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import { useStores } from '@/state/context';
import type { SavedDefinition } from '@/workflow/library/saved-definition';

interface Saved {
  /** Undefined until they have been read. */
  readonly definitions: readonly SavedDefinition[] | undefined;
  readonly failure: Failure | undefined;
  /** Reads them again, after something was saved or removed. */
  readonly reload: () => Promise<void>;
}

/** The definitions saved in this browser. Read again when the page gets the focus: another tab may have saved some. */
export function useSavedDefinitions(): Saved {
  const { definitions } = useStores().services;
  const [saved, setSaved] = useState<Omit<Saved, 'reload'>>({ definitions: undefined, failure: undefined });
  const reload = useCallback(async () => {
    try {
      setSaved({ definitions: await definitions.list(), failure: undefined });
    } catch (error) {
      setSaved(({ definitions: before }) => ({ definitions: before, failure: toFailure(error) }));
    }
  }, [definitions]);
  useEffect(() => {
    void reload();
    const onFocus = () => void reload();
    window.addEventListener('focus', onFocus);
    return () => window.removeEventListener('focus', onFocus);
  }, [reload]);
  return { ...saved, reload };
}
