import { useCallback } from 'react';
import { useStores } from '@/state/context';
import { usePageDrop } from '@/ui/drop/use-page-drop';
import { useApp } from '../app-context';
import { laterPart } from '../later-part';

const DropCard = laterPart.component((later) => later.DropCard);

/** Opens workflow files that are dropped anywhere on the page, each as a workflow of its own. */
export function FileDrop() {
  const app = useApp();
  const stores = useStores();
  const take = useCallback(
    async (dropped: FileList) => {
      // The list is empty once the drop is over.
      const files = [...dropped];
      const { openDropped } = await laterPart.load();
      await openDropped(files, app, stores);
    },
    [app, stores],
  );
  return usePageDrop(take) && <DropCard />;
}
