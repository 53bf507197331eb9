import { hashText, hashValue } from '@/base/hash';
import type { Json } from '@/base/json';
import type { ModelRequest } from '@/engine/ports/model-client';
import type { Message } from '@/plan/message';
import { removeOrigin } from '@/plan/reply-origin';

type PromptContent = Pick<ModelRequest, 'messages' | 'tools' | 'makerTools'>;

/**
 * The messages of a request without thoughts whose prefix has changed. Some models refuse those (platform.claude.com,
 * "Preserved thinking": a thinking block is valid only after the system prompt, tools and messages with which it was
 * made). After a compaction, a fork with another prompt, or a change of tools, such a thought is removed, along with
 * all later ones that depend on it.
 */
export function keepSoundThoughts({ messages, ...tools }: PromptContent): readonly Message[] {
  let prefix = hashStart(tools);
  return messages.map((message) => {
    const isBroken =
      message.role === 'assistant' && message.origin?.behind !== undefined && message.origin.behind !== prefix;
    const sent = isBroken ? removeOrigin(message) : message;
    prefix = hashNext(prefix, sent);
    return sent;
  });
}

/** The hash of all tools and messages of a request: the prefix of its reply. */
export function hashPrefix({ messages, ...tools }: PromptContent): string {
  return messages.reduce(hashNext, hashStart(tools));
}

function hashStart({ tools = [], makerTools = [] }: Omit<PromptContent, 'messages'>): string {
  return hashValue([...tools, ...makerTools] as unknown as Json);
}

/** One hash for each message: a conversation is sent again with every turn. */
const hashes = new WeakMap<Message, string>();

function hashNext(prefix: string, message: Message): string {
  let own = hashes.get(message);
  if (own === undefined) {
    own = hashValue(message as unknown as Json);
    hashes.set(message, own);
  }
  return hashText(`${prefix} ${own}`);
}
