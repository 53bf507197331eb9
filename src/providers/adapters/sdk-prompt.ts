import type { JsonObject } from '@/base/json';
import { decodeJson, quoteWholeValues } from '@/base/json-text';
import { readArgumentsText } from '@/base/read-arguments';
import type { AttachedFile } from '@/plan/attachments/attached-file';
import type { AssistantMessage, Message, ReplyPart } from '@/plan/message';
import type { ModelFacts } from '@/plan/model-facts';
import type { ModelRef } from '@/plan/plan';
import type { SdkAssistant, SdkMessage, SdkMetadata } from './sdk-types';
import { buildToolResultText, type FilePlace } from './tool-files';

/**
 * Messages in the format of the AI SDK. The results of all calls of one turn are one message, because Google refuses
 * several. Thoughts go back to the model that had them, unmodified and in place; another model receives only the text
 * and calls. Files that results cannot carry follow all results of the turn.
 */
export function buildSdkPrompt(
  messages: readonly Message[],
  { provider, model }: ModelRef,
  rules: PromptRules,
): SdkMessage[] {
  const by = `${provider}:${model}`;
  const sdkMessages: SdkMessage[] = [];
  let after: SdkUser[] = [];
  for (const message of messages) {
    if (message.role !== 'tool') {
      sdkMessages.push(...after.splice(0));
      if (!isSilent(message, by)) sdkMessages.push(buildSdkMessage(message, by, rules));
      continue;
    }
    const last = sdkMessages.at(-1);
    const { result, following } = buildSdkResult(message, rules);
    if (last?.role === 'tool') sdkMessages[sdkMessages.length - 1] = joinResults(last, result);
    else sdkMessages.push(result);
    after = following === undefined ? after : [...after, following];
  }
  return [...sdkMessages, ...after];
}

/** How files and blocks of maker's tools are written. */
export interface PromptRules {
  /** The base64 of an attached file, or a mark for it. */
  readonly fileOf: (file: AttachedFile) => string;
  /** The mark for a block of a maker's tool. */
  readonly markOf: (block: JsonObject) => string;
  /** Where the protocol carries files of tools. */
  readonly place: FilePlace;
  /** Known facts of the model. */
  readonly facts: Pick<ModelFacts, 'takes'>;
  /** Whether the server takes arguments of earlier calls that are not JSON. Left out: it does not. */
  readonly takesAnyArguments?: boolean;
}

/** Whether a reply has nothing to send to this model: it contains only what another maker's tools did. */
function isSilent(message: Message, by: string): boolean {
  if (message.role !== 'assistant' || message.origin?.by === by) return false;
  return message.content === '' && (message.toolCalls ?? []).length === 0;
}

type SdkResults = Extract<SdkMessage, { role: 'tool' }>;
type SdkUser = Extract<SdkMessage, { role: 'user' }>;
type SdkOutput = Extract<SdkResults['content'][number], { type: 'tool-result' }>['output'];
type ToolMessage = Extract<Message, { role: 'tool' }>;

function joinResults(results: SdkResults, more: SdkResults): SdkResults {
  return { ...results, content: [...results.content, ...more.content] };
}

/** The result of a tool, and a user message with those of its files that the result cannot carry. */
function buildSdkResult(message: ToolMessage, { fileOf, place, facts }: PromptRules) {
  const { toolCallId, name: toolName } = message;
  const { text, inResult, after } = buildToolResultText(message, place, facts);
  const parts = [{ type: 'text' as const, text }, ...inResult.map((file) => buildFilePart(file, fileOf))];
  const output: SdkOutput =
    inResult.length > 0
      ? { type: 'content', value: parts }
      : { type: message.isError ? 'error-text' : 'text', value: text };
  const result: SdkResults = { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
  const said = `Given by the tool ${toolName}.`;
  const files = after.map((file) => buildFilePart(file, fileOf));
  const following: SdkUser = { role: 'user', content: [...files, { type: 'text', text: said }] };
  return { result, following: after.length === 0 ? undefined : following };
}

function buildSdkMessage(message: Exclude<Message, ToolMessage>, by: string, rules: PromptRules): SdkMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return {
        role: 'user',
        content: [...listFileParts(message, rules.fileOf), { type: 'text', text: message.content }],
      };
    case 'assistant':
      return { role: 'assistant', content: buildAssistantParts(message, by, rules) };
  }
}

/**
 * Files come before the text, as all makers advise (platform.claude.com, vision; ai.google.dev, image understanding).
 */
function listFileParts(
  { attachments = [] }: Extract<Message, { role: 'user' }>,
  fileOf: PromptRules['fileOf'],
): SdkUser['content'] {
  return attachments.map((file) => buildFilePart(file, fileOf));
}

function buildFilePart(file: AttachedFile, fileOf: PromptRules['fileOf']) {
  const { name, mediaType } = file;
  const filename = name.slice(name.lastIndexOf('/') + 1);
  return { type: 'file' as const, mediaType, filename, data: { type: 'data' as const, data: fileOf(file) } };
}

function buildAssistantParts(
  message: AssistantMessage,
  by: string,
  { markOf, takesAnyArguments }: PromptRules,
): SdkAssistant['content'] {
  const { content, toolCalls = [], origin } = message;
  const parts = origin?.by === by ? origin.parts : listPlainParts(message);
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
    return [
      {
        type: 'tool-call',
        toolCallId,
        toolName,
        input: parseArguments(call.arguments, takesAnyArguments ?? false),
        ...more,
      },
    ];
  });
}

/** Text, then calls. Providers refuse an empty text. */
function listPlainParts({ content, toolCalls = [] }: AssistantMessage): readonly ReplyPart[] {
  const calls = toolCalls.map(() => ({ kind: 'call' }) as const);
  return content === '' && calls.length > 0 ? calls : [{ kind: 'text', length: content.length }, ...calls];
}

/**
 * The arguments of an earlier call. Those that cannot be read go back as the model wrote them where the server takes a
 * text. Others parse the arguments of earlier calls, and refuse the request, now and ever after, unless they are an
 * object (vllm-project/vllm #43995, sgl-project/sglang #28035); so does each protocol that has values here.
 */
function parseArguments(text: string, takesAny: boolean): JsonObject | string {
  const read = readArgumentsText(text);
  if (read.ok) return quoteWholeValues(decodeJson(read.text) as JsonObject);
  return takesAny ? text : { [malformed]: text };
}

/** The name under which words that are no arguments go back to the model that wrote them. */
const malformed = 'NOT_JSON';
