import type { ModelReply } from '@/engine/ports/model-client';
import type { SdkFinishReason } from '../sdk-types';

type End = ModelReply['finishReason'];

/**
 * The words with which servers end an answer: whole, at its limit, or filtered. Each row has where its words were
 * looked up in November 2026. A word that is in no row, or listed as `broken` by the test, leaves an answer cut off.
 */
const rows: readonly (readonly [End, words: string])[] = [
  // OpenAI, chat: ChatCompletion.Choice.finish_reason of openai/openai-node, src/resources/chat/completions.
  ['stop', 'stop'],
  ['length', 'length'],
  ['tool_calls', 'tool_calls function_call'],
  ['content_filter', 'content_filter'],
  // OpenAI, responses: platform.openai.com/docs/api-reference/responses/object, status and incomplete_details.reason.
  ['stop', 'completed'],
  ['length', 'max_output_tokens'],
  // Anthropic: platform.claude.com/docs/en/build-with-claude/handling-stop-reasons.
  ['stop', 'end_turn stop_sequence pause_turn'],
  ['length', 'max_tokens model_context_window_exceeded'],
  ['tool_calls', 'tool_use'],
  ['content_filter', 'refusal'],
  // Gemini: googleapis.github.io/js-genai/release_docs/enums/types.FinishReason.html.
  ['stop', 'STOP'],
  ['length', 'MAX_TOKENS'],
  ['content_filter', 'SAFETY RECITATION LANGUAGE BLOCKLIST PROHIBITED_CONTENT SPII'],
  ['content_filter', 'IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION'],
  // Bedrock: docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_MessageStopEvent.html; its words also come
  // through gateways (aws-samples/bedrock-access-gateway #11).
  ['content_filter', 'guardrail_intervened content_filtered'],
  // Mistral: docs.rs/crate/mistral-openapi-client, FinishReason of its OpenAPI description.
  ['length', 'model_length'],
  // Cohere: cohere-ai/cohere-typescript, src/api/types/ChatFinishReason.ts; the toxic one and the full context
  // (ERROR_LIMIT) of its first version, src/api/types/FinishReason.ts, as docs.oracle.com still has them
  // (CohereChatResponse.FinishReasonEnum).
  ['stop', 'COMPLETE STOP_SEQUENCE'],
  ['length', 'ERROR_LIMIT'],
  ['tool_calls', 'TOOL_CALL'],
  ['content_filter', 'ERROR_TOXIC'],
  // LM Studio: lmstudio-ai/lmstudio-js, LLMPredictionStopReason.
  ['stop', 'eosFound stopStringFound'],
  ['length', 'maxPredictedTokensReached contextLengthReached'],
  ['tool_calls', 'toolCalls'],
  // TGI: huggingface/text-generation-inference, router/src/lib.rs, FinishReason.
  ['stop', 'eos_token stop_sequence'],
  // Others: `eos` of Together (openai/openai-dotnet #267), `end` (earendil-works/pi #2107), `sensitive` of Z.ai
  // (earendil-works/pi #1509).
  ['stop', 'eos end end_of_text stop_token'],
  ['tool_calls', 'function_calls'],
  ['length', 'continuation'],
  ['content_filter', 'sensitive'],
];

const ends: Readonly<Record<string, End>> = Object.fromEntries(
  rows.flatMap(([end, words]) => words.split(' ').map((word) => [normalizeWord(word), end])),
);

/** A word as servers write it, in any case and with any punctuation. */
function normalizeWord(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, '');
}

/**
 * How an answer ended; undefined: not in a way that is known to leave it whole. `unified` is what the library of the
 * protocol makes of `raw`, the server's word, which is missing where the protocol has no word for a good end.
 */
export function endOfAnswer({ unified, raw }: SdkFinishReason): End | undefined {
  if (unified === 'content-filter') return 'content_filter';
  if (raw === undefined) return { stop: 'stop', 'tool-calls': 'tool_calls', length: 'length' }[String(unified)] as End;
  const word = normalizeWord(raw);
  return Object.hasOwn(ends, word) ? ends[word] : undefined;
}
