import type { Attachment } from '@/workflow/tasks/attachments';

/** An attachment as a person writes it: a path, a pattern with `*` or `?`, or the name of a task. */
export function formatAttachment(attachment: Attachment): string {
  if (typeof attachment === 'string') return attachment;
  return 'glob' in attachment ? attachment.glob : attachment.from;
}

/**
 * Reads what a person wrote as an attachment. Anything that does not begin with a slash or a template is a task name.
 */
export function readAttachment(text: string): Attachment {
  if (!/^(\/|\{\{)/.test(text)) return { from: text };
  return /[*?]/.test(text) ? { glob: text } : text;
}
