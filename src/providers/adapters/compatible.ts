import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { hashText } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import type { Adapter } from './adapter';
import { listOfferedNames } from './answers/call-pieces';
import { ChatAnswer } from './answers/chat-answer';
import { adaptBody, addOptions } from './body';
import { isOwn } from './openai';
import { readStreamedReply } from './stream-reply';
import { canBeStrict } from './strict-schema';
import type { FilePlace } from './tool-files';

const reserved = new Set(['model', 'messages', 'stream', 'stream_options']);

/**
 * Chat completions, the protocol of many servers: Ollama, vLLM, LM Studio, OpenRouter, gateways, Azure. Options become
 * fields of the body as written.
 */
export const sendToCompatible: Adapter = (call) => {
  const { provider, request, facts } = call;
  const isOpenAI = isOwn(provider.baseUrl);
  // OpenAI's own reasoning models refuse the old name; other servers do not know the new one.
  const renames = isOpenAI ? { max_tokens: 'max_completion_tokens', ...facts.renames } : facts.renames;
  const sdk = createOpenAICompatible({
    name: 'heddle',
    baseURL: provider.baseUrl,
    ...(call.key === undefined ? {} : { apiKey: call.key }),
    // Only for OpenAI itself: servers such as Ollama refuse a preflight request with an unknown header.
    ...(isOpenAI ? { headers: { 'Idempotency-Key': hashText(request.idempotencyKey) } } : {}),
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: call.wire.fetchWith(
      (body) => {
        const filledBody = addOptions(
          { ...body, ...buildEffort(request), ...buildResponseFormat(body, request) },
          request.options,
          {
            reserved,
          },
        );
        return adaptBody(filledBody, { refuses: facts.refuses, renames });
      },
      new ChatAnswer(listOfferedNames(request)),
    ),
  });
  return readStreamedReply(sdk.chatModel(request.model.model), call, {
    place: isPlacedAfterResults,
    takesAnyArguments: isOpenAI,
  });
};

/**
 * Results can only be texts (VectifyAI/OpenKB #242, openai/openai-agents-python #341); of audio, WAV and MP3 are
 * accepted (developers.openai.com, audio inputs).
 */
const isPlacedAfterResults: FilePlace = ({ kind, mediaType }) => {
  const isTaken = kind === 'audio' ? ['audio/wav', 'audio/mpeg'].includes(mediaType) : kind !== 'text';
  return isTaken ? 'message' : undefined;
};

type Request = Parameters<Adapter>[0]['request'];

function buildEffort({ reasoningEffort }: Request): JsonObject {
  return reasoningEffort === undefined ? {} : { reasoning_effort: reasoningEffort };
}

/** Strict only if the schema allows it: otherwise a server would refuse the schema, or a valid reply. */
function buildResponseFormat({ response_format: format }: JsonObject, { outputSchema }: Request): JsonObject {
  if (format === undefined || outputSchema === undefined) return {};
  const { json_schema: schema } = format as { readonly json_schema?: JsonObject };
  if (schema === undefined) return {};
  return { response_format: { type: 'json_schema', json_schema: { ...schema, strict: canBeStrict(outputSchema) } } };
}
