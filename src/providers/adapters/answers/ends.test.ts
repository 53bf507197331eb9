import { expect, it } from 'vitest';
import { endOfAnswer } from './ends';

const end = (raw: string | undefined, unified: Parameters<typeof endOfAnswer>[0]['unified'] = 'other') =>
  endOfAnswer({ unified, raw });

/** Every word of each maker, by what becomes of the answer. Where they are listed stands beside the table itself. */
const words = {
  openai: {
    stop: 'stop completed',
    length: 'length max_output_tokens',
    tool_calls: 'tool_calls function_call',
    content_filter: 'content_filter',
    broken: 'failed cancelled incomplete in_progress queued',
  },
  anthropic: {
    stop: 'end_turn stop_sequence pause_turn',
    length: 'max_tokens model_context_window_exceeded',
    tool_calls: 'tool_use',
    content_filter: 'refusal',
    broken: 'compaction',
  },
  gemini: {
    stop: 'STOP',
    length: 'MAX_TOKENS',
    tool_calls: '',
    content_filter:
      'SAFETY RECITATION LANGUAGE BLOCKLIST PROHIBITED_CONTENT SPII IMAGE_SAFETY IMAGE_PROHIBITED_CONTENT IMAGE_RECITATION',
    broken:
      'FINISH_REASON_UNSPECIFIED OTHER MALFORMED_FUNCTION_CALL UNEXPECTED_TOOL_CALL TOO_MANY_TOOL_CALLS MISSING_THOUGHT_SIGNATURE MALFORMED_RESPONSE NO_IMAGE IMAGE_OTHER',
  },
  bedrock: {
    stop: 'end_turn stop_sequence',
    length: 'max_tokens model_context_window_exceeded',
    tool_calls: 'tool_use',
    content_filter: 'guardrail_intervened content_filtered',
    broken: 'malformed_model_output malformed_tool_use',
  },
  mistral: {
    stop: 'stop',
    length: 'length model_length',
    tool_calls: 'tool_calls',
    content_filter: '',
    broken: 'error',
  },
  cohere: {
    stop: 'COMPLETE STOP_SEQUENCE',
    length: 'MAX_TOKENS ERROR_LIMIT',
    tool_calls: 'TOOL_CALL',
    content_filter: 'ERROR_TOXIC',
    broken: 'ERROR TIMEOUT USER_CANCEL',
  },
  vllm: { stop: 'stop', length: 'length', tool_calls: '', content_filter: '', broken: 'abort error repetition' },
  lmStudio: {
    stop: 'eosFound stopStringFound',
    length: 'maxPredictedTokensReached contextLengthReached',
    tool_calls: 'toolCalls',
    content_filter: '',
    broken: 'userStopped modelUnloaded failed',
  },
  tgi: { stop: 'eos_token stop_sequence', length: 'length', tool_calls: '', content_filter: '', broken: '' },
  others: {
    stop: 'eos end',
    length: '',
    tool_calls: '',
    content_filter: 'sensitive',
    broken: 'insufficient_system_resource network_error repetition_truncation constructor',
  },
};

it.each(
  Object.entries(words).flatMap(([maker, ofMaker]) =>
    Object.entries(ofMaker).flatMap(([expected, list]) =>
      list.split(' ').flatMap((word) => (word === '' ? [] : [[maker, word, expected] as const])),
    ),
  ),
)('%s: %s is %s', (_maker, word, expected) => expect(end(word) ?? 'broken').toBe(expected));

it.each(['anything new', ''])('%j does not leave an answer whole', (raw) => expect(end(raw)).toBeUndefined());

it('counts where the protocol has no word for a good end, and what a filter said', () => {
  expect(end(undefined, 'stop')).toBe('stop');
  expect(end(undefined, 'tool-calls')).toBe('tool_calls');
  expect(end(undefined, 'error')).toBeUndefined();
  expect(end('incomplete', 'tool-calls')).toBeUndefined();
  // The block reason of a prompt, and a refusal in a reply that stopped.
  expect(end('OTHER', 'content-filter')).toBe('content_filter');
  expect(end('stop', 'content-filter')).toBe('content_filter');
});
