import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { instanceLabel } from '@/run/instance-label';
import { indexInRuns, numberInRuns, runsAt } from '@/run/projections/runs-at';
import type { TaskInstance } from '@/run/run-state';
import { useStores } from '@/state/context';
import { IconButton } from '@/ui/form/icon-button';
import type { TaskPath } from '@/workflow/task-path';
import styles from './instance-picker.module.css';
import { usePacedRun } from './use-paced-run';

interface InstancePickerProps {
  readonly taskPath: TaskPath;
  readonly shown: TaskInstance | undefined;
}

/**
 * Shows which run of a task is selected, with buttons for the previous and the next one. Draws nothing for a task that
 * ran once.
 */
export function InstancePicker({ taskPath, shown }: InstancePickerProps) {
  const { view } = useStores();
  const runs = usePacedRun(({ run }) => runsAt(run, taskPath));
  if (runs.length < 2 || shown === undefined) return null;
  const index = indexInRuns(runs, shown);
  const { number, count } = numberInRuns(runs, shown);
  const go = (step: 1 | -1) => view.setState({ instance: runs[index + step]?.path ?? shown.path });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <span className={styles.picker} role="group" aria-label="Run of the task">
      <IconButton label="The run before" icon={<ChevronLeft />} size="s" disabled={index <= 0} onClick={() => go(-1)} />
      <span className={styles.label} title={instanceLabel(shown.path)} aria-live="polite">
        {instanceLabel(shown.path)}
        <span className={styles.count}>
          {number.toLocaleString('en')} of {count.toLocaleString('en')}
        </span>
      </span>
      <IconButton
        label="The run after"
        icon={<ChevronRight />}
        size="s"
        disabled={index >= runs.length - 1}
        onClick={() => go(1)}
      />
    </span>
  );
}
