import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { AppError } from '@/base/errors';
import type { ModelReply, ToolDeclaration } from '@/engine/ports';
import { classifyStreamError } from '../classify-error';
import { cancelled, cutOff } from '../provider-error';
import type { AdapterCall } from './adapter';
import { sdkPrompt } from './sdk-prompt';

/** A model of the AI SDK's provider packages, as far as it is used here. */
type SdkModel = Pick<ReturnType<ReturnType<typeof createOpenAICompatible>['chatModel']>, 'doStream'>;
type SdkOptions = Parameters<SdkModel['doStream']>[0];
type SdkPart = Awaited<ReturnType<SdkModel['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;
type SdkFinish = Extract<SdkPart, { type: 'finish' }>;

/** A call of a tool in a reply; the prompt's messages hold them too, so the type is taken from the port. */
type ReplyToolCall = NonNullable<ModelReply['toolCalls']>[number];

/**
 * Sends a call and reads the stream to its end. Text and calls of tools are taken; reasoning is left aside. A stream
 * without a proper end is an error, however much of it came: a call of a tool that was cut off is never made.
 */
export async function streamReply(model: SdkModel, call: AdapterCall): Promise<ModelReply> {
  try {
    const { stream } = await model.doStream(sdkOptions(call));
    return await readParts(stream, call);
  } catch (error) {
    if (call.signal.aborted) throw cancelled();
    throw error;
  }
}

async function readParts(stream: ReadableStream<SdkPart>, call: AdapterCall): Promise<ModelReply> {
  const reader = stream.getReader();
  let content = '';
  const toolCalls: ReplyToolCall[] = [];
  try {
    for (;;) {
      const { done, value: part } = await reader.read().catch((error) => Promise.reject(broken(error, call)));
      if (done) throw cutOff(call.provider);
      if (part.type === 'text-delta') {
        content += part.delta;
        call.onText(part.delta);
      } else if (part.type === 'tool-call') {
        toolCalls.push({ id: part.toolCallId, name: part.toolName, arguments: part.input });
      } else if (part.type === 'error') {
        throw broken(part.error, call);
      } else if (part.type === 'finish') {
        // The library's word for a stream that ended before the model had.
        if (part.finishReason.unified === 'interrupted') throw cutOff(call.provider);
        return { content, ...ending(part, toolCalls) };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** An Error is the library's, about a stream that cannot be read on, and wraps ours; anything else was sent by the server. */
function broken(error: unknown, { provider, key }: AdapterCall): AppError {
  if (!(error instanceof Error)) return classifyStreamError(provider, error, key);
  return error.cause instanceof AppError ? error.cause : cutOff(provider);
}

function ending({ finishReason, usage }: SdkFinish, toolCalls: readonly ReplyToolCall[]): Omit<ModelReply, 'content'> {
  const reason = finishReasons[finishReason.unified];
  return {
    // Some servers say `stop` all the same.
    finishReason: reason === 'stop' && toolCalls.length > 0 ? 'tool_calls' : reason,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    inputTokens: usage.inputTokens.total ?? null,
    outputTokens: usage.outputTokens.total ?? null,
    cachedTokens: usage.inputTokens.cacheRead ?? 0,
  };
}

const finishReasons: Readonly<Record<SdkFinish['finishReason']['unified'], ModelReply['finishReason']>> = {
  interrupted: 'other',
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  error: 'other',
  other: 'other',
};

function sdkOptions({ request, signal }: AdapterCall): SdkOptions {
  const { messages, tools = [], outputSchema } = request;
  return {
    prompt: sdkPrompt(messages),
    maxOutputTokens: request.maxOutputTokens,
    // The types of JSON Schema differ only in that ours is any JSON object; the server judges it.
    ...(outputSchema === undefined ? {} : { responseFormat: { type: 'json', schema: outputSchema as object } }),
    ...(tools.length === 0 ? {} : { tools: tools.map(sdkTool) }),
    abortSignal: signal,
  };
}

function sdkTool({ name, description, parameters }: ToolDeclaration): NonNullable<SdkOptions['tools']>[number] {
  return { type: 'function', name, description, inputSchema: parameters as object };
}
