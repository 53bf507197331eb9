import type { WorkflowDocument } from './document';
import { segmentLabel } from './segment-label';
import { locateTask, segmentOf, type TaskPath } from './task-path';

/** What a task is called to a person, in quotes: its name, else its id. */
export function quoteTaskName(document: WorkflowDocument, taskPath: TaskPath): string {
  return `“${locateTask(document, taskPath)?.task.name ?? segmentLabel(segmentOf(taskPath))}”`;
}
