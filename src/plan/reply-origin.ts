import type { AssistantMessage, Message, ReplyOrigin } from './message';

/** What a model thought in a reply, as far as its maker tells; empty: nothing. */
export function reasoningOf({ parts }: ReplyOrigin): string {
  const thoughts = parts.flatMap((part) => (part.kind === 'reasoning' && part.text !== '' ? [part.text] : []));
  return thoughts.join('\n\n');
}

/** A message without what its model thought: as others are told it. */
export function withoutOrigin(message: Message): Message {
  if (message.role !== 'assistant' || message.origin === undefined) return message;
  const { origin: _thoughts, ...told } = message;
  return told;
}

/** A message with what a person can read of its model's thoughts: without signatures and the like. */
export function withoutOpaque(message: Message): Message {
  if (message.role !== 'assistant' || message.origin === undefined) return message;
  const { origin, ...told } = message;
  const parts = origin.parts.flatMap((part) =>
    part.kind === 'reasoning' && part.text !== '' ? [{ kind: part.kind, text: part.text }] : [],
  );
  return parts.length === 0 ? told : ({ ...told, origin: { by: origin.by, parts } } satisfies AssistantMessage);
}
