import type { Task } from '@/workflow/tasks';
import { isRunnable, taskTypeInfo } from '@/workflow/tasks';

/** What a task does, in one line for its node. */
export function taskSummary(task: Task): string {
  const said = firstLine(task.description);
  if (said) return said;
  if (!isRunnable(task)) return 'Kept, but not run yet';
  if (task.type === 'atomic') return 'No prompt yet';
  const lines = (task.script?.content ?? task.script?.command ?? '').trim().split('\n');
  return lines.length > 1 ? `${lines.length} lines` : (lines[0] ?? '') || 'No script: hands on its inputs';
}

/** What runs a task, in a word or two: its agent or model, the language of its script. */
export function taskMeans(task: Task): string {
  if (task.type === 'script') return task.script?.language ?? 'bash';
  if (task.type !== 'atomic') return taskTypeInfo[task.type].label;
  return typeof task.agent === 'string' ? task.agent : (task.model ?? '');
}

function firstLine(text: string | undefined): string {
  return (
    text
      ?.split('\n', 20)
      .find((line) => line.trim() !== '')
      ?.trim()
      .slice(0, 120) ?? ''
  );
}
