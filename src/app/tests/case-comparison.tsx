import { isOtherThanRecorded } from '@/cases/compare-recording';
import { Select } from '@/ui/form/select';
import { TextDifference } from '@/ui/text/text-difference';
import type { ComparedTask } from '@/worker/border/tests-api';
import styles from './opened-case.module.css';

interface CaseComparisonProps {
  readonly tasks: readonly ComparedTask[];
  readonly taskPath: string | undefined;
  readonly onChoose: (taskPath: string) => void;
}

/** What a task of the case gave, beside what its recording has. */
export function CaseComparison({ tasks, taskPath, onChoose }: CaseComparisonProps) {
  const shown = tasks.find((one) => one.taskPath === taskPath) ?? tasks.at(-1);
  if (shown === undefined) return null;
  const { now, recorded } = shown;
  const isOther = isOtherThanRecorded(shown);
  return (
    <section className={styles.comparison} aria-label={`What ${shown.taskPath} gave`}>
      <Select
        label="Task"
        value={shown.taskPath}
        onChange={onChoose}
        options={tasks.map((one) => ({
          value: one.taskPath,
          label: isOtherThanRecorded(one) ? `${one.taskPath}, differs from the recording` : one.taskPath,
        }))}
      />
      <div className={styles.sides}>
        {recorded !== undefined && (
          <div className={styles.side}>
            <h3>Recorded</h3>
            <pre>{recorded}</pre>
          </div>
        )}
        <div className={styles.side}>
          <h3>
            {recorded === undefined ? 'Now; nothing is recorded' : isOther ? 'Now, and what changed' : 'Now, the same'}
          </h3>
          {isOther && recorded !== undefined ? <TextDifference before={recorded} after={now} /> : <pre>{now}</pre>}
        </div>
      </div>
    </section>
  );
}
