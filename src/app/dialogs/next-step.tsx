import { performEdit } from '@/editor/actions/edit';
import type { ReportLine } from '@/formats/foreign/import-report';
import { type AppStores, useStores } from '@/state/context';
import { jumpToTask } from '@/state/view/canvas';
import { Button } from '@/ui/form/button';
import { setTaskFields } from '@/workflow/commands/set-fields';
import { findTaskPathAt, getLastSegment, locateTask, type TaskPath } from '@/workflow/task-path';
import styles from './next-step.module.css';

/**
 * What a person does next about a line of a report. A press opens the workflow at the task that it is about, and begins
 * its script in JavaScript where the line says so.
 */
export function NextStep({
  todo: { label, command, script },
  open,
}: {
  readonly todo: NonNullable<ReportLine['todo']>;
  readonly open: () => Promise<void>;
}) {
  const stores = useStores();
  if (command === undefined) return <span className={styles.step}>{label}.</span>;
  const openTask = async (): Promise<void> => {
    await open();
    const taskPath = findTaskPathAt(stores.document.getState().document, command.path.split('.'));
    if (taskPath === undefined) return;
    jumpToTask(stores.view, taskPath);
    if (script !== undefined) await beginScript(stores, taskPath, script);
  };
  return (
    <Button size="s" className={styles.action} onClick={openTask}>
      {label}
    </Button>
  );
}

/** Writes a script in JavaScript into a task. One that a person has written there stands. */
async function beginScript(stores: AppStores, taskPath: TaskPath, content: string): Promise<void> {
  const task = locateTask(stores.document.getState().document, taskPath)?.task;
  if (task?.type !== 'script' || (task.script?.language === 'javascript' && task.script.content !== undefined)) return;
  const patch = { script: { language: 'javascript' as const, content } };
  const label = `Begin ${getLastSegment(taskPath)} in JavaScript`;
  await performEdit(stores, (before) => setTaskFields(before, { id: taskPath, patch }), label);
}
