import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { formatInstance } from '@/run/instance-label';
import { findNumberInRuns } from '@/run/projections/number-in-runs';
import { listRunsAt } from '@/run/projections/runs-at';
import type { TaskInstance } from '@/run/run-state';
import { useStores } from '@/state/context';
import { showRunOfTask } from '@/state/recall';
import { chooseInstance } from '@/state/view/shown-run';
import { IconButton } from '@/ui/form/icon-button';
import type { TaskPath } from '@/workflow/task-path';
import styles from './instance-picker.module.css';
import { usePacedRun } from './use-paced-run';

interface InstancePickerProps {
  readonly taskPath: TaskPath;
  readonly shown: TaskInstance | undefined;
}

/** Up to this many runs, the buttons are enough to reach each. */
const few = 10;

/** The number that a person means, at most `count`: `1,204` or `1204`. */
function parseNumber(text: string, count: number): number {
  return Math.min(Math.max(Number(text.replaceAll(/\D/g, '')), 1), count);
}

/**
 * Shows which run of a task is selected, with buttons for the previous and the next one, and of many a field for the
 * number of one. Draws nothing for a task that ran once.
 */
export function InstancePicker({ taskPath, shown }: InstancePickerProps) {
  const stores = useStores();
  const runs = usePacedRun(({ run }) => listRunsAt(run, taskPath));
  if (runs.length < 2 || shown === undefined) return null;
  const { number, count } = findNumberInRuns(runs, shown);
  const goToInstance = (to: number) =>
    void showRunOfTask(stores, taskPath, to, (instance) => chooseInstance(stores.view, instance));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
    <span className={styles.picker} role="group" aria-label="Run of the task">
      <IconButton
        label="The run before"
        icon={<ChevronLeft />}
        size="s"
        disabled={number <= 1}
        onClick={() => goToInstance(number - 1)}
      />
      <span className={styles.label} title={formatInstance(shown.path)} aria-live="polite">
        {formatInstance(shown.path)}
        {count <= few && <span className={styles.count}>{`${number} of ${count}`}</span>}
      </span>
      {count > few && (
        <label className={styles.count}>
          <input
            key={shown.path}
            className={styles.field}
            inputMode="numeric"
            aria-label={`Go to run, 1 to ${count.toLocaleString('en')}`}
            defaultValue={number.toLocaleString('en')}
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => event.key === 'Enter' && goToInstance(parseNumber(event.currentTarget.value, count))}
          />{' '}
          of {count.toLocaleString('en')}
        </label>
      )}
      <IconButton
        label="The run after"
        icon={<ChevronRight />}
        size="s"
        disabled={number >= count}
        onClick={() => goToInstance(number + 1)}
      />
    </span>
  );
}
