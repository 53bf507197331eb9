import { formatDuration } from '@/base/figures';
import type { PipelineProgress } from '@/run/run-state';
import styles from './pipeline-line.module.css';

/** The progress of a pipeline, and the time that the rest will take. */
export function PipelineLine({ progress: { done, total, leftMs } }: { readonly progress: PipelineProgress }) {
  const steps = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} steps`;
  return (
    <div className={styles.line}>
      <progress aria-label="Steps done" max={total} value={done} />
      <span>
        {steps}
        {leftMs !== null && done < total && `, ${formatDuration(leftMs)} left`}
      </span>
    </div>
  );
}
