import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { Message, ReplyOrigin } from './message';
import { readReasoning } from './reply-origin';
import { countToolTokens } from './tools/tool-tokens';

/**
 * Tokens of a request besides its texts, as OpenAI gives them for gpt-4o in its cookbook (“How to count tokens with
 * tiktoken”). The figure for tool calls is an estimate. Other makers publish none; their reported usage corrects it
 * in a run. `separator`: between two parts of a message that are counted one by one.
 */
export const requestForm = { message: 3, reply: 3, schema: 7, toolCall: 8, separator: 1 } as const;

/**
 * Characters per token of what a provider's tool returned. It is an estimate: most of it is encrypted, so no tokenizer
 * can count it.
 */
const makerTokenLength = 4;

/** Counts the tokens of a text. */
export type CountText = (text: string) => number;

/** Tokens of a message without its files: its texts, and what surrounds them. */
export function countMessageTokens(message: Message, count: CountText): number {
  const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
  const origin = message.role === 'assistant' ? message.origin : undefined;
  const texts = [message.content, ...calls.flatMap(({ name, arguments: given }) => [name, given])];
  const around =
    requestForm.message +
    calls.length * requestForm.toolCall +
    (message.role === 'tool' ? count(message.name) : 0) +
    // The model's thoughts are sent back to it. The provider's own figure is used, because encrypted thoughts have no
    // text to count.
    (origin === undefined ? 0 : (origin.tokens ?? count(readReasoning(origin)))) +
    estimateMakerTokens(origin);
  return texts.reduce((sum, text) => sum + (text === '' ? 0 : count(text)), around);
}

/** Tokens of a request besides its messages: the declarations of its tools, its schema, the start of the reply. */
export function countAroundTokens(
  { tools = [], outputSchema }: { readonly tools?: readonly object[]; readonly outputSchema?: JsonObject | undefined },
  count: CountText,
): number {
  const schema = outputSchema === undefined ? 0 : requestForm.schema + count(encodeJson(outputSchema));
  return requestForm.reply + countToolTokens(tools, count) + schema;
}

/** Estimated tokens of what a provider's tools did, which is sent back if the provider wants it. */
function estimateMakerTokens(origin: ReplyOrigin | undefined): number {
  const blocks = origin?.parts.flatMap((part) =>
    part.kind === 'maker' && part.block !== undefined ? [part.block] : [],
  );
  return (blocks ?? []).reduce((sum, block) => sum + Math.ceil(encodeJson(block).length / makerTokenLength), 0);
}
