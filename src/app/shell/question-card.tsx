import type { ReactNode } from 'react';
import { useStores } from '@/state/context';
import { showRanTask } from '@/state/show-ran-task';
import { StatusRing } from '@/ui/display/status-ring';
import { useTaskLabel } from '@/viewer/use-task-label';
import type { TaskPath } from '@/workflow/task-path';
import styles from './questions.module.css';

interface QuestionCardProps {
  /** The task that asks; empty: the run itself. */
  readonly taskPath: TaskPath;
  /** Written after the name of the task. */
  readonly verb: string;
  /** The question, as plain text. */
  readonly text: string;
  readonly textId?: string;
  readonly problem: string | undefined;
  /** The controls for the answer. */
  readonly children: ReactNode;
}

/** A question of the run: which task asks, what, and the controls for the answer. */
export function QuestionCard({ taskPath, verb, text, textId, problem, children }: QuestionCardProps) {
  const stores = useStores();
  const { label } = useTaskLabel(taskPath);
  const name = taskPath === '' ? 'The run' : label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into its border.
    <div className={styles.card} role="group" aria-label={`${name} ${verb}`}>
      <div className={styles.who}>
        <StatusRing status="paused" size={14} />
        {taskPath === '' ? (
          <strong>The run</strong>
        ) : (
          <button type="button" className={styles.link} data-link onClick={() => showRanTask(stores, taskPath)}>
            {label}
          </button>
        )}
        <span>{verb}</span>
      </div>
      <p id={textId} className={styles.text}>
        {text}
      </p>
      <div className={styles.controls}>{children}</div>
      {problem !== undefined && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
