import CircleX from 'lucide-react/icons/circle-x';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useDocument, useView } from '@/state/context';
import type { TaskPath } from '@/workflow/task-path';
import { countTaskProblems, formatProblemLabel } from './problems-by-task';
import styles from './task-node.module.css';

interface ProblemMarkProps {
  readonly taskPath: TaskPath;
  /** Whether to count the problems of tasks inside too: true while these are hidden. */
  readonly whole: boolean;
}

/** The number of problems of a task, at the corner of its node. One that was just added is only not written yet. */
export function ProblemMark({ taskPath, whole }: ProblemMarkProps) {
  const problems = useDocument((state) => countTaskProblems(state, taskPath, whole));
  const isFresh = useView(({ canvas }) => canvas.fresh === taskPath);
  if (!problems || isFresh) return null;
  return (
    <span
      className={styles.problems}
      data-severe={problems.severe}
      role="img"
      aria-label={formatProblemLabel(problems)}
    >
      {problems.severe ? <CircleX aria-hidden="true" /> : <TriangleAlert aria-hidden="true" />}
      {problems.count}
    </span>
  );
}
