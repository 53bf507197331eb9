import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { isJsonObject, type JsonObject } from '@/base/json';
import type { ModelRequest } from '@/engine/ports';

type Message = ModelRequest['messages'][number];
type SdkModel = ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>;
type SdkMessage = Parameters<SdkModel['doStream']>[0]['prompt'][number];
type SdkAssistant = Extract<SdkMessage, { role: 'assistant' }>;

/** Messages in the form of the AI SDK. Results of tools are joined there, as each protocol wants them. */
export function sdkPrompt(messages: readonly Message[]): SdkMessage[] {
  return messages.map(sdkMessage);
}

function sdkMessage(message: Message): SdkMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.content }] };
    case 'assistant':
      return { role: 'assistant', content: assistantParts(message) };
    case 'tool': {
      const output = { type: message.isError ? ('error-text' as const) : ('text' as const), value: message.content };
      const { toolCallId, name: toolName } = message;
      return { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] };
    }
  }
}

/** Providers refuse a text that is empty. */
function assistantParts({ content, toolCalls = [] }: Extract<Message, { role: 'assistant' }>): SdkAssistant['content'] {
  const calls = toolCalls.map(({ id, name, arguments: text }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: argumentsOf(text),
  }));
  return content === '' && calls.length > 0 ? calls : [{ type: 'text', text: content }, ...calls];
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
