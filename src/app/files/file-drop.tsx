import { useCallback } from 'react';
import { type AppStores, useStores } from '@/state/context';
import { usePageDrop } from '@/ui/drop/use-page-drop';
import { notify } from '@/ui/overlay/toast';
import { useApp } from '../app-context';
import { isRecording } from '../runs/pick-recording';
import styles from './file-drop.module.css';
import { fileTypes } from './pick-file';

/** Opens workflow files that are dropped anywhere on the page, each as a workflow of its own. */
export function FileDrop() {
  const { workflows } = useApp();
  const stores = useStores();
  const take = useCallback(
    ([file, ...more]: FileList) => {
      if (more.length > 0) {
        notify({ tone: 'info', title: 'Drop one file at a time.', detail: `Only “${file?.name}” is opened.` });
      }
      if (file && isRecording(file)) void takeRecording(stores, file);
      else if (file) void workflows.file(file);
    },
    [workflows, stores],
  );
  if (!usePageDrop(take)) return null;
  return (
    <div className={styles.drop}>
      <div className={styles.card}>
        <p className={styles.title}>Drop to open as a new workflow</p>
        <p>
          {fileTypes.join(', ')}. The open workflow stays as it is. A recording (.jsonl) is kept as a run of what is
          open.
        </p>
      </div>
    </div>
  );
}

/** Stores a recording as a run of the open workflow. */
async function takeRecording(stores: AppStores, file: File): Promise<void> {
  if (stores.document.getState().id === '') {
    notify({ tone: 'info', title: 'Open the workflow first.', detail: 'A recording is kept as a run of a workflow.' });
    return;
  }
  const { keepRecording } = await import('../runs/run-use-cases');
  await keepRecording(stores, file);
}
