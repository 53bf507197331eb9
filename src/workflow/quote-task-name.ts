import type { WorkflowDocument } from './document';
import { formatSegment } from './segment-label';
import { getLastSegment, locateTask, type TaskPath } from './task-path';

/** What a task is called to a person, in quotes: its name, else its id. */
export function quoteTaskName(document: WorkflowDocument, taskPath: TaskPath): string {
  return `“${locateTask(document, taskPath)?.task.name ?? formatSegment(getLastSegment(taskPath))}”`;
}
