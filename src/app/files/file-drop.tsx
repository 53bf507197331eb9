import { useEffect, useState } from 'react';
import { notify } from '@/ui/toast';
import { useApp } from '../app-context';
import styles from './file-drop.module.css';
import { fileTypes } from './pick-file';

/** Opens workflow files that are dropped anywhere on the page, each as a workflow of its own. */
export function FileDrop() {
  const { workflows } = useApp();
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
      if (file) void workflows.file(file);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [workflows]);
  if (!over) return null;
  return (
    <div className={styles.drop}>
      <div className={styles.card}>
        <p className={styles.title}>Drop to open as a new workflow</p>
        <p>{fileTypes.join(', ')}. What is open stays as it is.</p>
      </div>
    </div>
  );
}
