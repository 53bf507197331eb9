import { isAskingAt } from '@/run/projections/asks-at';
import type { TaskInstance } from '@/run/run-state';
import { findShownStatus } from '@/run/shown-status';
import { useRun } from '@/state/context';
import { Chip } from '@/ui/display/chip';
import { StatusRing } from '@/ui/display/status-ring';
import type { TaskPath } from '@/workflow/task-path';
import { InstancePicker } from '../instance-picker';
import { useTaskLabel } from '../use-task-label';
import { findRing } from './ring-of';
import styles from './task-output.module.css';

/** The task, which of its runs the output belongs to, and how that run ended. */
export function TaskHead({ taskPath, task }: { readonly taskPath: TaskPath; readonly task: TaskInstance | undefined }) {
  const { label } = useTaskLabel(taskPath);
  const waits = useRun(({ run }) => run.status === 'waiting' || isAskingAt(run, taskPath));
  const isSimulated = useRun(({ run }) => run.isDry === true) && task?.status === 'ok';
  const ring = isSimulated ? 'simulated' : findRing(task && findShownStatus(task), waits);
  return (
    <>
      <span className={styles.state}>
        <StatusRing status={ring} size={14} />
        {label}
      </span>
      {isSimulated && <Chip>Simulated</Chip>}
      <InstancePicker taskPath={taskPath} shown={task} />
    </>
  );
}
