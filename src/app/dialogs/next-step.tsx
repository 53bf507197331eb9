import type { ReportLine } from '@/formats/foreign/import-report';
import { useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { Button } from '@/ui/form/button';
import { findTaskPathAt } from '@/workflow/task-path';
import styles from './next-step.module.css';

/** What a person does next about a line of a report. A press opens the workflow at the task that it is about. */
export function NextStep({
  todo: { label, command },
  open,
}: {
  readonly todo: NonNullable<ReportLine['todo']>;
  readonly open: () => Promise<void>;
}) {
  const { document, view } = useStores();
  if (command === undefined) return <span className={styles.step}>{label}.</span>;
  const openTask = async (): Promise<void> => {
    await open();
    const taskPath = findTaskPathAt(document.getState().document, command.path.split('.'));
    if (taskPath !== undefined) jumpToTask(view, taskPath);
  };
  return (
    <Button size="s" className={styles.action} onClick={openTask}>
      {label}
    </Button>
  );
}
