import { useCallback } from 'react';
import { usePageDrop } from '@/ui/drop/use-page-drop';
import { notify } from '@/ui/overlay/toast';
import { useApp } from '../app-context';
import styles from './file-drop.module.css';
import { fileTypes } from './pick-file';

/** Opens workflow files that are dropped anywhere on the page, each as a workflow of its own. */
export function FileDrop() {
  const { workflows } = useApp();
  const take = useCallback(
    ([file, ...more]: FileList) => {
      if (more.length > 0) {
        notify({ tone: 'info', title: 'Drop one file at a time.', detail: `Only “${file?.name}” is opened.` });
      }
      if (file) void workflows.file(file);
    },
    [workflows],
  );
  if (!usePageDrop(take)) return null;
  return (
    <div className={styles.drop}>
      <div className={styles.card}>
        <p className={styles.title}>Drop to open as a new workflow</p>
        <p>
          {fileTypes.join(', ')}. The open workflow stays as it is. A recording (.jsonl) of one of its runs is kept with
          it; one of another workflow is opened with that.
        </p>
      </div>
    </div>
  );
}
