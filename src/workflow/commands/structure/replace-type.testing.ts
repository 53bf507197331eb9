import { ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '../../document';
import type { TaskPath } from '../../task-path';
import type { TaskType } from '../../tasks';
import type { EditRefusal } from '../edit-refusal';
import { replaceType } from './replace-type';

/** The document in which a task has another type. For tests. */
export function typeReplaced(
  document: WorkflowDocument,
  taskPath: TaskPath,
  type: TaskType,
): Result<WorkflowDocument, EditRefusal> {
  const replaced = replaceType(document, { taskPath, type });
  return replaced.ok ? ok(replaced.value.document) : replaced;
}
