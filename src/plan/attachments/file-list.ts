import type { Message } from '../message';
import type { AttachedFile } from './attached-file';

/** The files that a message attaches. */
export function filesOf(message: Message): readonly AttachedFile[] {
  return message.role === 'user' ? (message.attachments ?? []) : [];
}
