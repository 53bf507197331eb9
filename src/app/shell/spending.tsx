import { formatCost, formatCount, formatTokens } from '@/base/figures';
import type { OpenQuestion, TaskTotals } from '@/run/run-state';
import { useRun } from '@/state/context';
import { useTaskLabel } from '@/viewer/use-task-label';
import type { TaskPath } from '@/workflow/task-path';
import styles from './questions.module.css';

type Resource = NonNullable<OpenQuestion['budget']>['resource'];

/** The most tasks that are listed; the others are summed up. */
const mostTasks = 6;

/** For which tasks a budget was used so far, the most first. */
export function Spending({ resource }: { readonly resource: Resource }) {
  const byTask = useRun((state) => state.present.byTask);
  const getUsed = (totals: TaskTotals) =>
    resource === 'cost' ? totals.costUsd : totals.inputTokens + totals.outputTokens;
  const formatFigure = resource === 'cost' ? formatCost : formatTokens;
  const tasks = [...byTask].filter(([, { calls }]) => calls > 0).sort(([, a], [, b]) => getUsed(b) - getUsed(a));
  if (tasks.length === 0) return null;
  const others = tasks.slice(mostTasks);
  const otherSum = others.reduce((sum, [, totals]) => sum + getUsed(totals), 0);
  return (
    <>
      <p className={styles.from}>Where it went</p>
      <dl className={styles.spending}>
        {tasks.slice(0, mostTasks).map(([taskPath, totals]) => (
          <Row
            key={taskPath}
            taskPath={taskPath}
            figures={`${formatFigure(getUsed(totals))} · ${formatCount(totals.calls, 'call')}`}
          />
        ))}
        {others.length > 0 && (
          <>
            <dt>{formatCount(others.length, 'more task')}</dt>
            <dd>{formatFigure(otherSum)}</dd>
          </>
        )}
      </dl>
    </>
  );
}

function Row({ taskPath, figures }: { readonly taskPath: TaskPath; readonly figures: string }) {
  const { label } = useTaskLabel(taskPath);
  return (
    <>
      <dt>{label}</dt>
      <dd>{figures}</dd>
    </>
  );
}
