import { type AttachedFile, attachmentLimits } from '@/plan/attachments/attached-file';
import { addReasons } from '@/plan/attachments/file-line';
import type { Message } from '@/plan/message';

type ToolMessage = Extract<Message, { role: 'tool' }>;

/** The text that replaces a file that a call can no longer carry. */
const gone = 'no longer shown, to make room for newer ones';

/**
 * Finds tool results whose files have to be removed, because a call carries only so many (`attachmentLimits`). Maps
 * each to its replacement; empty: all files fit. Files of the task stay. It removes enough to free half of the room, so
 * that the start of the conversation stays the same for some turns.
 */
export function dropOldFiles(messages: readonly Message[]): ReadonlyMap<Message, Message> {
  const replaced = new Map<Message, Message>();
  const all = messages.flatMap(listMessageFiles);
  if (fitsShare(all, 1)) return replaced;
  const kept = messages.flatMap((message) => (message.role === 'user' ? listMessageFiles(message) : []));
  // The newest files stay: the model is to look at those.
  let share = 1;
  for (const message of messages.toReversed()) {
    if (message.role !== 'tool' || message.attachments === undefined) continue;
    if (fitsShare([...kept, ...message.attachments], share)) kept.push(...message.attachments);
    else replaced.set(message, dropFiles(message));
    share = 0.5;
  }
  return replaced;
}

function listMessageFiles(message: Message): readonly AttachedFile[] {
  return message.role === 'user' || message.role === 'tool' ? (message.attachments ?? []) : [];
}

function fitsShare(files: readonly AttachedFile[], share: number): boolean {
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return bytes <= attachmentLimits.callBytes * share && files.length <= attachmentLimits.count * share;
}

function dropFiles({ attachments = [], ...message }: ToolMessage): ToolMessage {
  return { ...message, content: addReasons(message.content, attachments, () => gone) };
}
