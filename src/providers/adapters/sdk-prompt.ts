import { isJsonObject, type JsonObject } from '@/base/json';
import type { AssistantMessage, Message, ReplyPart } from '@/plan/message';
import type { ModelRef } from '@/plan/plan';
import type { SdkAssistant, SdkMessage, SdkMetadata } from './sdk-types';

/**
 * Messages in the form of the AI SDK. The results of the calls of one turn are one message, as Google refuses them in
 * several. What a model thought goes back to that model, unmodified and in its place; another one is told only what was
 * said. `fileOf`: the base64 of an attached file by its ref, or what stands for it. `markOf`: the text that stands for
 * what a tool of the maker did.
 */
export function sdkPrompt(
  messages: readonly Message[],
  { provider, model }: ModelRef,
  fileOf: (ref: string) => string,
  markOf: (block: JsonObject) => string,
): SdkMessage[] {
  const by = `${provider}:${model}`;
  const told: SdkMessage[] = [];
  for (const message of messages) {
    const last = told.at(-1);
    if (isUntold(message, by)) continue;
    const next = sdkMessage(message, by, fileOf, markOf);
    if (last?.role === 'tool' && next.role === 'tool') told[told.length - 1] = joined(last, next);
    else told.push(next);
  }
  return told;
}

/** Whether a reply says nothing to this model: another one's maker did something for it, and nothing came of it yet. */
function isUntold(message: Message, by: string): boolean {
  if (message.role !== 'assistant' || message.origin?.by === by) return false;
  return message.content === '' && (message.toolCalls ?? []).length === 0;
}

type SdkResults = Extract<SdkMessage, { role: 'tool' }>;

function joined(results: SdkResults, more: SdkResults): SdkResults {
  return { ...results, content: [...results.content, ...more.content] };
}

function sdkMessage(
  message: Message,
  by: string,
  fileOf: (ref: string) => string,
  markOf: (block: JsonObject) => string,
): SdkMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: [...filesOf(message, fileOf), { type: 'text', text: message.content }] };
    case 'assistant':
      return { role: 'assistant', content: assistantParts(message, by, markOf) };
    case 'tool': {
      const output = { type: message.isError ? ('error-text' as const) : ('text' as const), value: message.content };
      const { toolCallId, name: toolName } = message;
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
  }
}

type SdkUser = Extract<SdkMessage, { role: 'user' }>;

/**
 * Files come before the text: all makers advise it (platform.claude.com, vision; ai.google.dev, image understanding).
 */
function filesOf(
  { attachments = [] }: Extract<Message, { role: 'user' }>,
  fileOf: (ref: string) => string,
): SdkUser['content'] {
  return attachments.map(({ ref, name, mediaType }) => {
    const filename = name.slice(name.lastIndexOf('/') + 1);
    return { type: 'file', mediaType, filename, data: { type: 'data', data: fileOf(ref) } };
  });
}

function assistantParts(
  message: AssistantMessage,
  by: string,
  markOf: (block: JsonObject) => string,
): SdkAssistant['content'] {
  const { content, toolCalls = [], origin } = message;
  const parts = origin?.by === by ? origin.parts : plainParts(message);
  let from = 0;
  let next = 0;
  return parts.flatMap((part): SdkAssistant['content'] => {
    if (part.kind === 'maker') return part.block === undefined ? [] : [{ type: 'text', text: markOf(part.block) }];
    const more = part.opaque === undefined ? {} : { providerOptions: part.opaque as NonNullable<SdkMetadata> };
    if (part.kind === 'reasoning') return [{ type: 'reasoning', text: part.text, ...more }];
    if (part.kind === 'text') {
      const text = content.slice(from, from + part.length);
      from += part.length;
      return [{ type: 'text', text, ...more }];
    }
    const call = toolCalls[next++];
    if (call === undefined) return [];
    const { id: toolCallId, name: toolName } = call;
    return [{ type: 'tool-call', toolCallId, toolName, input: argumentsOf(call.arguments), ...more }];
  });
}

/** Text, then calls. Providers refuse a text that is empty. */
function plainParts({ content, toolCalls = [] }: AssistantMessage): readonly ReplyPart[] {
  const calls = toolCalls.map(() => ({ kind: 'call' }) as const);
  return content === '' && calls.length > 0 ? calls : [{ kind: 'text', length: content.length }, ...calls];
}

/** Providers take back objects only; of anything else the result of the call tells the model what was wrong. */
function argumentsOf(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
