import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { formatInstance } from '@/run/instance-label';
import { findNumberInRuns } from '@/run/projections/number-in-runs';
import { listRunsAt } from '@/run/projections/runs-at';
import { useRun, useStores } from '@/state/context';
import { useRunPath } from '@/state/run-path';
import type { TaskPath } from '@/workflow/task-path';
import { withEdits } from '../../actions/with-edits';
import styles from './iteration-picker.module.css';
import { useInstance } from './use-task-badge';

/** The task of an iteration picker. */
export interface IterationStepsProps {
  /** The task whose iterations the picker steps through; for a loop its director. */
  readonly taskPath: TaskPath;
  /** For a loop: the most rounds that it can take. */
  readonly mostRounds?: number;
}

/** The number of the selected iteration, with buttons for the previous and the next one. */
export function IterationSteps({ taskPath, mostRounds }: IterationStepsProps) {
  const stores = useStores();
  const path = useRunPath(taskPath);
  const runs = useRun(({ run }) => listRunsAt(run, path));
  const shown = useInstance(taskPath);
  const isLoop = mostRounds !== undefined;
  if (shown === undefined || runs.length <= (isLoop ? 0 : 1)) return null;
  const { number, count } = findNumberInRuns(runs, shown);
  const label = isLoop ? `Round ${number} of at most ${mostRounds}` : formatInstance(shown.path);
  const stepBy = (by: -1 | 1) => () => withEdits(({ stepInstance }) => stepInstance(stores, path, by));
  const noun = isLoop ? 'round' : 'run';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <span className={styles.picker} role="group" aria-label={label || `Rounds of the task`} data-loop={isLoop}>
      <button type="button" tabIndex={-1} aria-label={`The ${noun} before`} disabled={number <= 1} onClick={stepBy(-1)}>
        <ChevronLeft aria-hidden="true" />
      </button>
      <span title={label}>
        {number.toLocaleString('en')} / {(isLoop ? mostRounds : count).toLocaleString('en')}
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`The ${noun} after`}
        disabled={number >= count}
        onClick={stepBy(1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </span>
  );
}
