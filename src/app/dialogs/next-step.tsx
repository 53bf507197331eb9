import type { ReportLine } from '@/formats/foreign/import-report';
import { useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { Button } from '@/ui/form/button';
import { findTaskPathAt } from '@/workflow/task-path';
import { useApp } from '../app-context';
import styles from './next-step.module.css';

/** What a person does next about a line of a report: a press opens the workflow `text` at the task that it is about. */
export function NextStep({
  todo: { label, command },
  text,
}: {
  readonly todo: NonNullable<ReportLine['todo']>;
  readonly text: string;
}) {
  const { workflows } = useApp();
  const { document, view } = useStores();
  if (command === undefined) return <span className={styles.step}>{label}.</span>;
  const openTask = async (): Promise<void> => {
    await workflows.text(text);
    const taskPath = findTaskPathAt(document.getState().document, command.path.split('.'));
    if (taskPath !== undefined) jumpToTask(view, taskPath);
  };
  return (
    <Button size="s" onClick={openTask}>
      {label}
    </Button>
  );
}
