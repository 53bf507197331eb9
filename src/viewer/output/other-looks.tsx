import type { ReactNode } from 'react';
import type { TaskInstance } from '@/run/run-state';
import type { OutputLook } from '@/state/view-store';
import type { TaskPath } from '@/workflow/place';
import { IterationList } from '../iterations/iteration-list';
import { PipelineView } from '../pipeline/pipeline-view';
import { TaskHead } from './task-head';
import styles from './task-output.module.css';

interface OtherLooksProps {
  readonly place: TaskPath;
  readonly task: TaskInstance;
  readonly look: Exclude<OutputLook, 'result'>;
  /** Whether the iterations are those of the whole run. */
  readonly whole: boolean;
  readonly lead: ReactNode;
}

/** The iterations of a task or of the run, or the steps of a pipeline. */
export default function OtherLooks({ place, task, look, whole, lead }: OtherLooksProps) {
  const ofRun = whole && look === 'iterations';
  return (
    <div className={styles.output}>
      <div className={styles.bar}>
        {lead}
        {ofRun ? <span className={styles.state}>All tasks</span> : <TaskHead place={place} task={task} />}
      </div>
      {look === 'steps' ? (
        <PipelineView place={place} task={task} />
      ) : (
        <IterationList place={ofRun ? undefined : place} instance={ofRun ? undefined : task.path} />
      )}
    </div>
  );
}
