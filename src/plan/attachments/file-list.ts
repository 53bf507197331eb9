import type { Message } from '../message';
import type { ModelFacts } from '../model-facts';
import type { AttachedFile } from './attached-file';

/**
 * The files that a model is sent with a message: all that a task attaches, and of those that tools gave the ones that
 * the model is known to take, as nobody chose these for it.
 */
export function attachedFiles(message: Message, { takes = [] }: Pick<ModelFacts, 'takes'>): readonly AttachedFile[] {
  if (message.role === 'user') return message.attachments ?? [];
  if (message.role !== 'tool') return [];
  return message.attachments?.filter(({ kind }) => kind === 'text' || takes.includes(kind)) ?? [];
}
