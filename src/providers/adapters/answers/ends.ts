import type { ModelReply } from '@/engine/ports/model-client';
import type { SdkFinishReason } from '../sdk-types';

type End = ModelReply['finishReason'];

/**
 * The ends of a whole answer, and of one that reached its limit or was filtered, by the words of servers without
 * punctuation. OpenAI, Anthropic and Gemini by their documentation; `eos` of Together (openai/openai-dotnet #267),
 * `eos_token` of TGI, `end` (earendil-works/pi #2107), `end_turn` of xAI and of gateways to Bedrock
 * (aws-samples/bedrock-access-gateway #11), `model_length` of Mistral, `sensitive` of Z.ai (earendil-works/pi #1509),
 * `eosFound` and the like of LM Studio, `COMPLETE` of Cohere.
 */
const ends: Readonly<Record<string, End>> = {
  ...all('stop', 'stop end_turn stop_sequence end eos eos_token eos_found end_of_text stop_token stop_string_found'),
  ...all('stop', 'complete completed pause_turn'),
  ...all('tool_calls', 'tool_calls tool_call tool_use function_call function_calls'),
  ...all('length', 'length max_tokens max_output_tokens model_length model_context_window_exceeded'),
  ...all('length', 'context_length_reached max_predicted_tokens_reached continuation'),
  ...all('content_filter', 'content_filter content_filtered refusal sensitive guardrail_intervened safety recitation'),
  ...all('content_filter', 'blocklist prohibited_content SPII image_safety language'),
};

function all(end: End, words: string): Record<string, End> {
  return Object.fromEntries(words.split(' ').map((word) => [plainWord(word), end]));
}

/** A word as servers write it, in any case and with any punctuation. */
function plainWord(word: string): string {
  return word.toLowerCase().replace(/[^a-z]/g, '');
}

/**
 * How an answer ended; undefined: not in a way that is known to leave it whole. `unified` is what the library of the
 * protocol makes of `raw`, the server's word, which is missing where the protocol has no word for a good end.
 */
export function endOfAnswer({ unified, raw }: SdkFinishReason): End | undefined {
  if (unified === 'content-filter') return 'content_filter';
  if (raw === undefined) return { stop: 'stop', 'tool-calls': 'tool_calls', length: 'length' }[String(unified)] as End;
  const word = plainWord(raw);
  return Object.hasOwn(ends, word) ? ends[word] : undefined;
}
