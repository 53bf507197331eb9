import type { RunState } from '@/run/run-state';
import { useRun, useStores } from '@/state/context';
import { openDrawer } from '@/state/view/panels';
import { showInstance } from '../show-instance';
import { findArtifactTask } from './artifact-task';
import styles from './run-description.module.css';

interface ArtifactLinkProps {
  readonly executionId: string;
  readonly run: RunState;
  /** Of the artifact. */
  readonly path: string;
}

/** The path of an artifact. In the shown run it links to the output of the task that writes it. */
export function ArtifactLink({ executionId, run, path }: ArtifactLinkProps) {
  const stores = useStores();
  const isShown = useRun((state) => state.executionId === executionId);
  const task = findArtifactTask(run, path);
  if (task === undefined || !isShown) return <span className={styles.path}>{path}</span>;
  const openArtifact = () => {
    showInstance(stores, task.path);
    openDrawer(stores.view, 'output');
  };
  return (
    <button
      type="button"
      className={styles.link}
      title="Show the output of the task that wrote it"
      onClick={openArtifact}
    >
      <span className={styles.path}>{path}</span>
    </button>
  );
}
