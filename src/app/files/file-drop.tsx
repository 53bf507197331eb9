import { useEffect, useState } from 'react';
import { type Stores, useStores } from '@/state/context';
import { notify } from '@/ui/toast';
import { useApp } from '../app-context';
import { isRecording } from '../runs/pick-recording';
import styles from './file-drop.module.css';
import { fileTypes } from './pick-file';

/** Opens workflow files that are dropped anywhere on the page, each as a workflow of its own. */
export function FileDrop() {
  const { workflows } = useApp();
  const stores = useStores();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    /** A place that takes files for itself, such as the list of the workflow's own files. */
    const taken = ({ target }: DragEvent) => target instanceof Element && target.closest('[data-takes-files]') !== null;
    const drag = (event: DragEvent) => {
      if (!withFiles(event)) return;
      event.preventDefault();
      setOver(!taken(event));
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!withFiles(event) || taken(event)) return;
      event.preventDefault();
      const [file, ...more] = event.dataTransfer?.files ?? [];
      if (more.length > 0) {
        notify({ tone: 'info', title: 'Drop one file at a time.', detail: `Only “${file?.name}” is opened.` });
      }
      if (file && isRecording(file)) void takeRecording(stores, file);
      else if (file) void workflows.file(file);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [workflows, stores]);
  if (!over) return null;
  return (
    <div className={styles.drop}>
      <div className={styles.card}>
        <p className={styles.title}>Drop to open as a new workflow</p>
        <p>
          {fileTypes.join(', ')}. What is open stays as it is. A recording (.jsonl) is kept as a run of what is open.
        </p>
      </div>
    </div>
  );
}

/** Keeps a recording as a run of the open workflow. */
async function takeRecording(stores: Stores, file: File): Promise<void> {
  if (stores.document.getState().id === '') {
    notify({ tone: 'info', title: 'Open the workflow first.', detail: 'A recording is kept as a run of a workflow.' });
    return;
  }
  const { importRun } = await import('../runs/run-use-cases');
  await importRun(stores, file);
}
