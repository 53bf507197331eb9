import { toFailure } from '@/base/errors';
import { normalizeFilePath } from '../file-path';
import type { TaskScope } from '../graph/task-scopes';
import type { Task } from '../tasks';
import type { Attachment } from '../tasks/attachments';
import type { Checking } from './checking';

/** Reports paths and patterns of attachments that cannot be those of a file. Templates are known only in the run. */
export function checkAttachments(checking: Checking, task: Task, { path }: TaskScope): void {
  if (task.type !== 'atomic') return;
  const seen = new Set<string>();
  for (const [index, attachment] of (task.attachments ?? []).entries()) {
    const at = [...path, 'attachments', index];
    const written = findAttachmentPath(attachment);
    const problem = written === undefined ? undefined : findAttachmentProblem(written);
    if (problem !== undefined)
      checking.report('HED317', typeof attachment === 'string' ? at : [...at, 'glob'], problem);
    const key = JSON.stringify(attachment);
    if (seen.has(key)) checking.report('HED504', at, 'This file is attached twice. Remove one.');
    seen.add(key);
  }
}

function findAttachmentPath(attachment: Attachment): string | undefined {
  if (typeof attachment === 'string') return attachment;
  return 'glob' in attachment ? attachment.glob : undefined;
}

function findAttachmentProblem(written: string): string | undefined {
  if (written.startsWith('{{')) return undefined;
  if (!written.startsWith('/')) return `“${written}” is not a path from the root. Write it such as /images/plan.png.`;
  if (written.includes('{{')) return undefined;
  try {
    normalizeFilePath(written);
    return undefined;
  } catch (error) {
    return toFailure(error).message;
  }
}
