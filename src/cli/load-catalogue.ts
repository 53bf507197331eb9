import type { Catalogue } from '@/providers/catalogue/catalogue';
import { createCatalogue } from '@/providers/catalogue/create-catalogue';
import type { SetWindows } from '@/providers/catalogue/set-windows';
import type { Machine } from './io';

/**
 * The facts of models on this machine, with the context windows that the environment sets. Its tables load at the first
 * use: that of prices not where all models are simulated.
 */
export function createLazyCatalogue(
  { catalogue, now }: Pick<Machine, 'catalogue' | 'now'>,
  windows: SetWindows,
  isSimulated = false,
): () => Promise<Catalogue> {
  let opened: Promise<Catalogue> | undefined;
  return () => {
    opened ??= createCatalogue({ store: catalogue, windows: () => windows, now, isSimulated });
    return opened;
  };
}
