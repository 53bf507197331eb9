import type { DocumentSettings } from '@/workflow/document';
import type { Task } from '@/workflow/tasks';
import type { Attachment } from '@/workflow/tasks/attachments';
import type { PlannedAttachment } from '../plan';

/**
 * The attachments of a task. One that is an input of files gets their paths, so that they are looked at before the run
 * like files that are written there. A name that the task itself has is not that of the workflow's input.
 */
export function resolveAttachments(
  attachments: readonly Attachment[],
  { inputs: own = {}, variables = {} }: Pick<Task, 'inputs' | 'variables'>,
  { inputs = {} }: DocumentSettings,
): readonly PlannedAttachment[] {
  return attachments.map((attachment) => {
    if (typeof attachment === 'string' || !('from' in attachment)) return attachment;
    const { from } = attachment;
    const isHidden = Object.hasOwn(own, from) || Object.hasOwn(variables, from);
    const input = !isHidden && Object.hasOwn(inputs, from) ? inputs[from] : undefined;
    return input?.type === 'file' ? { from, paths: listPaths(input.default) } : attachment;
  });
}

function listPaths(value: unknown): readonly string[] {
  const paths: readonly unknown[] = Array.isArray(value) ? value : [value];
  return paths.filter((path) => typeof path === 'string');
}
