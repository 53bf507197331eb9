import { useEffect, useState } from 'react';
import { type Failure, toFailure } from '@/base/errors';
import type { ExportOptions } from '@/formats/export-text';
import { useStores } from '@/state/context';

/** The exported text of a request, or the last one while the next is in progress; undefined before the first. */
export type Exported =
  | { readonly status: 'written'; readonly wish: ExportOptions; readonly text: string }
  | { readonly status: 'failed'; readonly failure: Failure };

/**
 * Exports the open workflow as `wish` says, again whenever `wish` changes. Pass the same object while nothing changes.
 */
export function useExported(wish: ExportOptions): Exported | undefined {
  const { document, services } = useStores();
  const [exported, setExported] = useState<Exported>();
  useEffect(() => {
    let current = true;
    const writeExport = async (): Promise<Exported> => {
      await document.actions.settled();
      return { status: 'written', wish, text: await services.documents.exportText(wish) };
    };
    writeExport()
      .catch((error: unknown): Exported => ({ status: 'failed', failure: toFailure(error) }))
      .then((next) => current && setExported(next));
    return () => {
      current = false;
    };
  }, [document, services, wish]);
  return exported;
}
