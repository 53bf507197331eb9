import type { SaidError } from './said-error';

/**
 * The messages with which servers report that a prompt is longer than the model's window: OpenAI (code; "This model's
 * maximum context length is 128000 tokens"), Anthropic ("prompt is too long: 210000 tokens > 200000 maximum"), Google
 * ("The input token count (1048577) exceeds the maximum number of tokens allowed (1048576)"), llama.cpp ("exceeds the
 * available context size"), Ollama ("input length exceeds the context length").
 */
const tooLong =
  /maximum context length|prompt is too long|input token count|context (length|window|size)|too many (input )?tokens|exceeds? the (model's )?max(imum)? (input|prompt|number of tokens)/i;

/** Whether an error means that the prompt does not fit into the model's window. */
export function isContextTooLong({ code, message }: SaidError): boolean {
  if (/^(context_length_exceeded|request_too_large|exceed_context_size_error|string_above_max_length)$/.test(code)) {
    return true;
  }
  return tooLong.test(message) && /exceed|too (long|large|many)|maximum context|reduce|larger than|>/i.test(message);
}

const limits = [
  /maximum context length (?:is|of) (\d+)/i,
  />\s*(\d+) maximum/i,
  /maximum number of tokens allowed \((\d+)\)/i,
  /context (?:length|window|size) (?:is |of )?\(?(\d+)/i,
];

/** The window in tokens, if the message names it. */
export function contextLimit(message: string): number | undefined {
  const plain = message.replace(/(\d)[,_](?=\d{3})/g, '$1');
  for (const limit of limits) {
    const tokens = Number(limit.exec(plain)?.[1]);
    if (Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  }
  return undefined;
}
