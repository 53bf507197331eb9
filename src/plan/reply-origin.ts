import type { AssistantMessage, MakerPart, Message, ReplyOrigin, ReplyPart } from './message';

/** What a model thought in a reply, as far as its maker tells; empty: nothing. */
export function reasoningOf({ parts }: ReplyOrigin): string {
  const thoughts = parts.flatMap((part) => (part.kind === 'reasoning' && part.text !== '' ? [part.text] : []));
  return thoughts.join('\n\n');
}

/**
 * What tools of its maker did for a reply, each with what it was given and what came of it, in the order of their
 * starts.
 */
export function makerCallsOf({ parts }: Pick<ReplyOrigin, 'parts'>): readonly Omit<MakerPart, 'block'>[] {
  const calls = new Map<string, Omit<MakerPart, 'block'>>();
  for (const part of parts) {
    if (part.kind !== 'maker') continue;
    const { block: _block, ...told } = part;
    calls.set(part.id, { ...told, ...calls.get(part.id), ...resultOf(told) });
  }
  return [...calls.values()];
}

function resultOf({ result, isError }: MakerPart): Pick<MakerPart, 'result' | 'isError'> {
  return { ...(result === undefined ? {} : { result }), ...(isError === undefined ? {} : { isError }) };
}

/** A message without what its model thought: as others are told it. */
export function withoutOrigin(message: Message): Message {
  if (message.role !== 'assistant' || message.origin === undefined) return message;
  const { origin: _thoughts, ...told } = message;
  return told;
}

/**
 * A message with what a person can read of its model's thoughts and its maker's tools: without signatures and the like.
 */
export function withoutOpaque(message: Message): Message {
  if (message.role !== 'assistant' || message.origin === undefined) return message;
  const { origin, ...told } = message;
  const parts = origin.parts.flatMap(readablePart);
  return parts.length === 0 ? told : ({ ...told, origin: { by: origin.by, parts } } satisfies AssistantMessage);
}

function readablePart(part: ReplyPart): readonly ReplyPart[] {
  if (part.kind === 'reasoning') return part.text === '' ? [] : [{ kind: part.kind, text: part.text }];
  if (part.kind !== 'maker') return [];
  const { block: _block, ...told } = part;
  return [told];
}
