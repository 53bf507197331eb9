import { useEffect, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import type { ExportOptions } from '@/formats/export-text';
import { useStores } from '@/state/context';

/** What a wish gave, while the next one is on its way what the last one did; undefined before the first. */
export type Exported =
  | { readonly status: 'written'; readonly wish: ExportOptions; readonly text: string }
  | { readonly status: 'failed'; readonly failure: Failure };

/**
 * Has the open workflow written as it is wished, again whenever the wish changes. `wish` must be kept while it is the
 * same.
 */
export function useExported(wish: ExportOptions): Exported | undefined {
  const { document, services } = useStores();
  const [exported, setExported] = useState<Exported>();
  useEffect(() => {
    let current = true;
    const write = async (): Promise<Exported> => {
      await document.actions.settled();
      return { status: 'written', wish, text: await services.documents.exportText(wish) };
    };
    write()
      .catch((error: unknown): Exported => ({ status: 'failed', failure: toFailure(error) }))
      .then((next) => current && setExported(next));
    return () => {
      current = false;
    };
  }, [document, services, wish]);
  return exported;
}
