import { hashText, hashValue } from '@/base/hash';
import type { Json } from '@/base/json';
import type { ModelRequest } from '@/engine/ports/model-client';
import type { Message } from '@/plan/message';
import { withoutOrigin } from '@/plan/reply-origin';

type PromptContent = Pick<ModelRequest, 'messages' | 'tools' | 'makerTools'>;

/**
 * The messages of a request without the thoughts that no longer stand behind what they were made behind. Some models
 * refuse those (platform.claude.com, "Preserved thinking": a thinking block holds only behind the system prompt, the
 * tools and the messages that it was made with). After a compaction, a fork with another prompt, or a change of tools,
 * a thought is left out, and with it all that were made behind it.
 */
export function soundThoughts({ messages, ...tools }: PromptContent): readonly Message[] {
  let behind = startOf(tools);
  return messages.map((message) => {
    const isBroken =
      message.role === 'assistant' && message.origin?.behind !== undefined && message.origin.behind !== behind;
    const sent = isBroken ? withoutOrigin(message) : message;
    behind = next(behind, sent);
    return sent;
  });
}

/** The hash of all that a request tells a model: what its reply stands behind. */
export function behindOf({ messages, ...tools }: PromptContent): string {
  return messages.reduce(next, startOf(tools));
}

function startOf({ tools = [], makerTools = [] }: Omit<PromptContent, 'messages'>): string {
  return hashValue([...tools, ...makerTools] as unknown as Json);
}

/** Of each message once: a conversation is told again with every turn. */
const hashes = new WeakMap<Message, string>();

function next(behind: string, message: Message): string {
  let own = hashes.get(message);
  if (own === undefined) {
    own = hashValue(message as unknown as Json);
    hashes.set(message, own);
  }
  return hashText(`${behind} ${own}`);
}
