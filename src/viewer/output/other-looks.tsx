import type { ReactNode } from 'react';
import type { TaskInstance } from '@/run/run-state';
import type { OutputLook } from '@/state/drawer-search';
import type { TaskPath } from '@/workflow/task-path';
import { IterationList } from '../iterations/iteration-list';
import { PipelineView } from '../pipeline/pipeline-view';
import { RoundsView } from '../rounds/rounds-view';
import { TaskHead } from './task-head';
import styles from './task-output.module.css';

interface OtherLooksProps {
  readonly taskPath: TaskPath;
  readonly task: TaskInstance;
  readonly look: Exclude<OutputLook, 'result'>;
  /** Whether the iterations are those of the whole run. */
  readonly whole: boolean;
  readonly lead: ReactNode;
}

/** The rounds of a task, its iterations or those of the run, or the steps of a pipeline. */
export default function OtherLooks({ taskPath, task, look, whole, lead }: OtherLooksProps) {
  const ofRun = whole && look === 'iterations';
  return (
    <div className={styles.output}>
      <div className={styles.bar}>
        {lead}
        {ofRun ? <span className={styles.state}>All tasks</span> : <TaskHead taskPath={taskPath} task={task} />}
      </div>
      {look === 'steps' ? (
        <PipelineView taskPath={taskPath} task={task} />
      ) : look === 'rounds' ? (
        <RoundsView taskPath={taskPath} task={task} />
      ) : (
        <IterationList taskPath={ofRun ? undefined : taskPath} instance={ofRun ? undefined : task.path} />
      )}
    </div>
  );
}
