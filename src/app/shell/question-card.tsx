import type { ReactNode } from 'react';
import { useStores } from '@/state/context';
import { jumpTo } from '@/state/view-store';
import { StatusRing } from '@/ui/display/status-ring';
import { useTaskLabel } from '@/viewer/use-task-label';
import type { TaskPath } from '@/workflow/task-path';
import styles from './questions.module.css';

interface QuestionCardProps {
  /** Of the task that asks; empty: the run. */
  readonly taskPath: TaskPath;
  /** Follows the name of who asks. */
  readonly verb: string;
  /** The question, shown as it is. */
  readonly text: string;
  readonly textId?: string;
  readonly problem: string | undefined;
  /** The controls to answer with. */
  readonly children: ReactNode;
}

/** A question of the run: who asks, what, and how to answer. */
export function QuestionCard({ taskPath, verb, text, textId, problem, children }: QuestionCardProps) {
  const { view } = useStores();
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
          <button type="button" className={styles.link} onClick={() => jumpTo(view, taskPath)}>
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
