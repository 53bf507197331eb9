import type { ReactNode } from 'react';
import { useStores } from '@/state/context';
import { jumpTo } from '@/state/view-store';
import { StatusRing } from '@/ui/display/status-ring';
import { usePlaced } from '@/viewer/use-placed';
import type { TaskPath } from '@/workflow/place';
import styles from './questions.module.css';

interface QuestionCardProps {
  /** Of the task that asks; empty: the run. */
  readonly place: TaskPath;
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
export function QuestionCard({ place, verb, text, textId, problem, children }: QuestionCardProps) {
  const { view } = useStores();
  const { label } = usePlaced(place);
  const name = place === '' ? 'The run' : label;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend into its border.
    <div className={styles.card} role="group" aria-label={`${name} ${verb}`}>
      <div className={styles.who}>
        <StatusRing status="paused" size={14} />
        {place === '' ? (
          <strong>The run</strong>
        ) : (
          <button type="button" className={styles.link} onClick={() => jumpTo(view, place)}>
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
