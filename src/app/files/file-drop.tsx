import { useCallback } from 'react';
import { useStores } from '@/state/context';
import type { ViewStore } from '@/state/view-store';
import { usePageDrop } from '@/ui/drop/use-page-drop';
import { notify } from '@/ui/overlay/toast';
import { useApp } from '../app-context';
import styles from './file-drop.module.css';
import { fileTypes } from './pick-file';

/** The most files that are opened at once, each in a tab. */
const mostFiles = 20;

/** Resolves when no dialog is open. */
function answered(view: ViewStore): Promise<void> {
  return new Promise((resolve) => {
    if (view.getState().dialog === undefined) return resolve();
    const leave = view.subscribe(({ dialog }) => {
      if (dialog !== undefined) return;
      leave();
      resolve();
    });
  });
}

/** Opens workflow files that are dropped anywhere on the page, each as a workflow of its own. */
export function FileDrop() {
  const { workflows } = useApp();
  const { view } = useStores();
  const take = useCallback(
    async (dropped: FileList) => {
      const files = [...dropped];
      if (files.length > mostFiles) {
        const detail = `The first ${mostFiles} of ${files.length} are opened.`;
        notify({ tone: 'info', title: `Drop at most ${mostFiles} files at a time.`, detail });
      }
      for (const file of files.slice(0, mostFiles)) {
        await workflows.file(file);
        // A file with mistakes asks a question, which the next file must not take away.
        await answered(view);
      }
    },
    [workflows, view],
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
