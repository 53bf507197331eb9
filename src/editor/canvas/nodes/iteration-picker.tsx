import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { instanceLabel } from '@/run/instance-label';
import { numberInRuns, runsAt } from '@/run/projections/runs-at';
import { useRun, useStores } from '@/state/context';
import type { TaskPath } from '@/workflow/task-path';
import { stepInstance } from '../../actions/instances';
import styles from './iteration-picker.module.css';
import { useInstance } from './use-task-badge';

interface IterationPickerProps {
  /** The task whose iterations the picker steps through; for a loop its director. */
  readonly taskPath: TaskPath;
  /** For a loop: the most rounds that it can take. */
  readonly mostRounds?: number;
}

/**
 * Shows which iteration of a task is selected, with buttons for the previous and the next one. Draws nothing for a task
 * that ran once.
 */
export function IterationPicker({ taskPath, mostRounds }: IterationPickerProps) {
  const stores = useStores();
  const runs = useRun(({ run }) => runsAt(run, taskPath));
  const shown = useInstance(taskPath);
  const isLoop = mostRounds !== undefined;
  if (shown === undefined || runs.length === 0 || (runs.length < 2 && !isLoop)) return null;
  const { number, count } = numberInRuns(runs, shown);
  const label = isLoop ? `Round ${number} of at most ${mostRounds}` : instanceLabel(shown.path);
  const step = (by: -1 | 1) => () => stepInstance(stores, taskPath, by);
  const noun = isLoop ? 'round' : 'run';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <span className={styles.picker} role="group" aria-label={label || `Rounds of the task`} data-loop={isLoop}>
      <button type="button" tabIndex={-1} aria-label={`The ${noun} before`} disabled={number <= 1} onClick={step(-1)}>
        <ChevronLeft aria-hidden="true" />
      </button>
      <span title={label}>
        {number.toLocaleString('en')} / {(isLoop ? mostRounds : count).toLocaleString('en')}
      </span>
      <button type="button" tabIndex={-1} aria-label={`The ${noun} after`} disabled={number >= count} onClick={step(1)}>
        <ChevronRight aria-hidden="true" />
      </button>
    </span>
  );
}
