import { defined } from '@/base/defined';
import type { AssistantMessage, MakerPart, Message, ReplyOrigin, ReplyPart } from './message';

/** The model's thinking in a reply, as far as its maker shows it; empty: none. */
export function readReasoning({ parts }: ReplyOrigin): string {
  const thoughts = parts.flatMap((part) => (part.kind === 'reasoning' && part.text !== '' ? [part.text] : []));
  return thoughts.join('\n\n');
}

/** The calls of the maker's tools for a reply, each with its input and result, in the order in which they started. */
export function listMakerCalls({ parts }: Pick<ReplyOrigin, 'parts'>): readonly Omit<MakerPart, 'block'>[] {
  const calls = new Map<string, Omit<MakerPart, 'block'>>();
  for (const part of parts) {
    if (part.kind !== 'maker') continue;
    const { block: _block, ...visible } = part;
    calls.set(part.id, { ...visible, ...calls.get(part.id), ...pickResult(visible) });
  }
  return [...calls.values()];
}

function pickResult({ result, isError }: MakerPart): Pick<MakerPart, 'result' | 'isError'> {
  return defined({ result, isError });
}

/** A message without its model's thinking: as other models are sent it. */
export function removeOrigin(message: Message): Message {
  if (message.role !== 'assistant' || message.origin === undefined) return message;
  const { origin: _thoughts, ...visible } = message;
  return visible;
}

/**
 * A message with those thoughts and maker's tool calls that a person can read, without signatures and other opaque
 * data.
 */
export function removeOpaque(message: Message): Message {
  if (message.role !== 'assistant' || message.origin === undefined) return message;
  const { origin, ...visible } = message;
  const parts = origin.parts.flatMap(listReadablePart);
  return parts.length === 0 ? visible : ({ ...visible, origin: { by: origin.by, parts } } satisfies AssistantMessage);
}

function listReadablePart(part: ReplyPart): readonly ReplyPart[] {
  if (part.kind === 'reasoning') return part.text === '' ? [] : [{ kind: part.kind, text: part.text }];
  if (part.kind !== 'maker') return [];
  const { block: _block, ...visible } = part;
  return [visible];
}
