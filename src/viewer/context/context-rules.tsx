import { formatBytes } from '@/base/figures';
import type { ContextPlan } from '@/plan/context/context-plan';
import { useDocument, useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { Button } from '@/ui/form/button';
import { locateTask, type TaskPath } from '@/workflow/task-path';
import styles from './parts/left-out.module.css';

/** The rules by which earlier outputs were selected for a call, with a link to their settings. */
export function ContextRules({
  taskPath,
  plan,
}: {
  readonly taskPath: TaskPath;
  readonly plan: ContextPlan | undefined;
}) {
  const { view } = useStores();
  const inDocument = useDocument(({ document }) => locateTask(document, taskPath) !== undefined);
  return (
    <>
      {plan === undefined ? (
        <p className={styles.quiet}>No earlier output was looked at for this call.</p>
      ) : (
        <dl className={styles.rules}>
          <dt>At most</dt>
          <dd>
            {plan.maxTasks} {plan.maxTasks === 1 ? 'task' : 'tasks'}, {formatBytes(plan.maxBytes)}
          </dd>
          <dt>Minimum relevance</dt>
          <dd>{plan.minRelevance.toFixed(2)}</dd>
          <dt>Included</dt>
          <dd>
            {plan.tasks} of {plan.choices.length + plan.unlisted}, {formatBytes(plan.bytes)}
          </dd>
        </dl>
      )}
      {inDocument && (
        <Button className={styles.change} onClick={() => jumpToTask(view, taskPath)}>
          Change in the inspector
        </Button>
      )}
    </>
  );
}
