import type { EstimateStep } from '@/plan/estimate/estimate';
import styles from './plan-progress.module.css';

interface PlanProgressProps {
  readonly soFar: EstimateStep;
  readonly isStopped: boolean;
}

/** How far a plan is, or was when it was stopped. */
export function PlanProgress({ soFar: { done, all }, isStopped }: PlanProgressProps) {
  return (
    <span className={styles.progress}>
      {isStopped && 'Stopped at '}
      {done.toLocaleString('en')} of {all.toLocaleString('en')} tasks
      <progress aria-label="Tasks planned" max={all} value={done} data-stopped={isStopped || undefined} />
    </span>
  );
}
