import { useCallback } from 'react';
import { workflowEndings } from '@/formats/notation';
import { useStores } from '@/state/context';
import { usePageDrop } from '@/ui/drop/use-page-drop';
import { useApp } from '../app-context';
import { laterPart } from '../later-part';
import styles from './file-drop.module.css';

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
  if (!usePageDrop(take)) return null;
  return (
    <div className={styles.drop}>
      <div className={styles.card}>
        <p className={styles.title}>Drop to open as a new workflow</p>
        <p>
          {workflowEndings.join(', ')}. The open workflow stays as it is. A recording (.jsonl) of one of its runs is
          kept with it; one of another workflow is opened with that.
        </p>
      </div>
    </div>
  );
}
