import type { Message } from '../message';
import type { ModelFacts } from '../model-facts';
import type { AttachedFile } from './attached-file';

/**
 * The files that a model is sent with a message. Files that a task attaches are all sent. Files that tools returned are
 * sent only if the model is known to take them, because nobody chose them for it.
 */
export function listAttachedFiles(
  message: Message,
  { takes = [] }: Pick<ModelFacts, 'takes'>,
): readonly AttachedFile[] {
  if (message.role === 'user') return message.attachments ?? [];
  if (message.role !== 'tool') return [];
  return message.attachments?.filter(({ kind }) => kind === 'text' || takes.includes(kind)) ?? [];
}
