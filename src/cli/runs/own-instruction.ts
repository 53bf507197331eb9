import { isJsonObject } from '@/base/json';
import type { BlobStore } from '@/engine/ports/blob-store';
import { removeContextBlock } from '@/plan/context/context-block';
import type { IterationLog } from '@/run/iteration-log';

/** The command of an iteration, or the instruction of its prompt, which may stand below a long context block. */
export async function findOwnInstruction(
  { command, prompt, executionId }: IterationLog,
  blobs: Pick<BlobStore, 'get'>,
): Promise<string> {
  const own = removeContextBlock(command);
  if (own !== undefined || prompt?.ref === undefined) return own ?? command;
  return removeContextBlock(readLastText(await blobs.get(executionId, prompt.ref))) ?? command;
}

/** The text of the last message of a call. Empty if the messages are not stored, or are no messages. */
function readLastText(messages = '[]'): string {
  let list: unknown;
  try {
    list = JSON.parse(messages);
  } catch {
    return '';
  }
  const last: unknown = Array.isArray(list) ? list.at(-1) : undefined;
  return isJsonObject(last) && typeof last['content'] === 'string' ? last['content'] : '';
}
