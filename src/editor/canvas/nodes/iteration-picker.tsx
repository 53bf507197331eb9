import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { instanceLabel } from '@/run/instance-label';
import { indexInRuns, runsAt } from '@/run/projections/runs-at';
import { useRun, useStores } from '@/state/context';
import type { TaskPath } from '@/workflow/task-path';
import { stepInstance } from '../../actions/instances';
import styles from './iteration-picker.module.css';
import { useInstance } from './use-task-badge';

interface IterationPickerProps {
  /** Of the task whose instances are looked through: for a loop that of its director. */
  readonly taskPath: TaskPath;
  /** Of a loop: how many rounds there can be. */
  readonly mostRounds?: number;
}

/**
 * Which of the times that a task ran is looked at, and the way to the ones before and after. Nothing for one that ran
 * once.
 */
export function IterationPicker({ taskPath, mostRounds }: IterationPickerProps) {
  const stores = useStores();
  const runs = useRun(({ run }) => runsAt(run, taskPath));
  const shown = useInstance(taskPath);
  const isLoop = mostRounds !== undefined;
  if (shown === undefined || runs.length === 0 || (runs.length < 2 && !isLoop)) return null;
  const index = indexInRuns(runs, shown);
  const count = Math.max(runs.length, index + 1);
  const said = isLoop ? `Round ${index + 1} of at most ${mostRounds}` : instanceLabel(shown.path);
  const step = (by: -1 | 1) => () => stepInstance(stores, taskPath, by);
  const what = isLoop ? 'round' : 'run';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <span className={styles.picker} role="group" aria-label={said || `Rounds of the task`} data-loop={isLoop}>
      <button type="button" tabIndex={-1} aria-label={`The ${what} before`} disabled={index <= 0} onClick={step(-1)}>
        <ChevronLeft aria-hidden="true" />
      </button>
      <span title={said}>
        {index + 1} / {isLoop ? mostRounds : count}
      </span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={`The ${what} after`}
        disabled={index >= runs.length - 1}
        onClick={step(1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </span>
  );
}
