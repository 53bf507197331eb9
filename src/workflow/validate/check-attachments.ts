import { toFailure } from '@/base/errors';
import { filePath } from '../file-path';
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
    const written = pathOf(attachment);
    const problem = written === undefined ? undefined : problemOf(written);
    if (problem !== undefined)
      checking.report('HED317', typeof attachment === 'string' ? at : [...at, 'glob'], problem);
    const key = JSON.stringify(attachment);
    if (seen.has(key)) checking.report('HED504', at, 'This file is attached twice. Remove one.');
    seen.add(key);
  }
}

function pathOf(attachment: Attachment): string | undefined {
  if (typeof attachment === 'string') return attachment;
  return 'glob' in attachment ? attachment.glob : undefined;
}

function problemOf(written: string): string | undefined {
  if (written.startsWith('{{')) return undefined;
  if (!written.startsWith('/')) return `“${written}” is not a path from the root. Write it such as /images/plan.png.`;
  if (written.includes('{{')) return undefined;
  try {
    filePath(written);
    return undefined;
  } catch (error) {
    return toFailure(error).message;
  }
}
