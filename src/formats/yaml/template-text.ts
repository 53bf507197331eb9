import { changeBetween } from '@/workflow/commands/change-between';
import { taskIds, type WorkflowDocument } from '@/workflow/document';
import type { TaskId } from '@/workflow/names';
import type { Task } from '@/workflow/tasks';
import { editYaml } from './edit-yaml';
import type { YamlSource } from './yaml-source';

/**
 * The text of a workflow as a template for others: without layout and debugging aids, everything else to the letter, comments
 * included. `document` is what the text says.
 */
export function templateText(source: YamlSource, document: WorkflowDocument): string {
  const { layout: _layout, ...rest } = document;
  const tasks: Record<TaskId, Task> = {};
  for (const id of taskIds(document)) {
    const { breakpoint: _breakpoint, disabled: _disabled, pinned: _pinned, ...task } = document.tasks[id] as Task;
    tasks[id] = task as Task;
  }
  return editYaml(source, changeBetween(document, { ...rest, tasks })).source.text;
}
