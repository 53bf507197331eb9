import type { AppStores } from '@/state/context';
import { openWriting, selectedTask, type WrittenText } from '@/state/view-store';
import { locateTask } from '@/workflow/task-path';
import type { Task } from '@/workflow/tasks';

/** The button of the field that has the focus, by which its text is opened. */
const focusedButton = () =>
  globalThis.document.activeElement?.closest('[data-field]')?.querySelector<HTMLElement>('[data-write]');

/** Whether the key has a text to open: that of the focused field, or of the one selected task. */
export function canWrite({ view }: AppStores): boolean {
  const { dialog, screen } = view.getState();
  if (dialog !== undefined || screen !== 'editor') return false;
  return focusedButton() != null || selectedTask(view.getState()) !== undefined;
}

/** Opens the text of the focused field in the large editor, else the main text of the selected task. */
export function write({ view, document }: AppStores): void {
  const button = focusedButton();
  if (button) {
    button.click();
    return;
  }
  const taskPath = selectedTask(view.getState());
  const task = taskPath === undefined ? undefined : locateTask(document.getState().document, taskPath)?.task;
  if (taskPath !== undefined && task !== undefined) openWriting(view, { taskPath, ...mainText(task) });
}

/** The text that a task is about. */
export function mainText(task: Task): Omit<WrittenText, 'taskPath'> {
  switch (task.type) {
    case 'script':
      return { path: ['script', 'content'], label: 'Script', language: task.script?.language ?? 'bash' };
    case 'associative_memory':
      return { path: ['query'], label: 'Query', language: 'template' };
    case 'ask':
      return { path: ['message'], label: 'Message', language: 'template' };
    case 'atomic':
      return { path: ['description'], label: 'Prompt', language: 'template' };
    default:
      return { path: ['description'], label: 'Description', language: 'template' };
  }
}
