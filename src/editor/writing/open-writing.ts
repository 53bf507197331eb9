import type { AppStores } from '@/state/context';
import { openDialog } from '@/state/view/screens';
import { getSelectedTask, type WrittenText } from '@/state/view-store';
import { locateTask } from '@/workflow/task-path';
import { type Task, taskTraits } from '@/workflow/tasks';
import { findFocusedWriteButton } from './can-write';

/** Opens the text of the focused field in the large editor, else the main text of the selected task. */
export function openLargeEditor({ view, document }: AppStores): void {
  const button = findFocusedWriteButton();
  if (button) {
    button.click();
    return;
  }
  const taskPath = getSelectedTask(view.getState());
  const task = taskPath === undefined ? undefined : locateTask(document.getState().document, taskPath)?.task;
  if (taskPath !== undefined && task !== undefined)
    openDialog(view, { name: 'write', text: { taskPath, ...findMainText(task) } });
}

/** The text that a task is about. */
export function findMainText(task: Task): Omit<WrittenText, 'taskPath'> {
  if (task.type === 'script') {
    return { path: ['script', 'content'], label: 'Script', language: task.script?.language ?? 'bash' };
  }
  const { field, label } = taskTraits[task.type].mainText;
  return { path: [field], label, language: 'template' };
}
