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
  ...all('stop', 'stop endturn stopsequence end eos eostoken eosfound endoftext stoptoken stopstringfound complete'),
  ...all('stop', 'completed pauseturn'),
  ...all('tool_calls', 'toolcalls toolcall tooluse functioncall functioncalls'),
  ...all('length', 'length maxtokens maxoutputtokens modellength modelcontextwindowexceeded contextlengthreached'),
  ...all('length', 'maxpredictedtokensreached continuation'),
  ...all('content_filter', 'contentfilter contentfiltered refusal sensitive guardrailintervened safety recitation'),
  ...all('content_filter', 'blocklist prohibitedcontent spii imagesafety language'),
};

function all(end: End, words: string): Record<string, End> {
  return Object.fromEntries(words.split(' ').map((word) => [word, end]));
}

/**
 * How an answer ended; undefined: not in a way that is known to leave it whole. `unified` is what the library of the
 * protocol makes of `raw`, the server's word, which is missing where the protocol has no word for a good end.
 */
export function endOfAnswer({ unified, raw }: SdkFinishReason): End | undefined {
  if (unified === 'content-filter') return 'content_filter';
  if (raw === undefined) return { stop: 'stop', 'tool-calls': 'tool_calls', length: 'length' }[String(unified)] as End;
  const word = raw.toLowerCase().replace(/[^a-z]/g, '');
  return Object.hasOwn(ends, word) ? ends[word] : undefined;
}
