import type { SaidError } from './said-error';

/** The codes of servers for a prompt that is longer than the model's window. */
const codes =
  /^(context_length_exceeded|request_too_large|exceed_context_size_error|string_above_max_length|model_max_prompt_tokens_exceeded|model_context_window_exceeded|prompt_too_long)$/;

/**
 * The messages with which servers report that a prompt is longer than the model's window, with the window if they name
 * it. Whole messages, with their sources: too-long.test.ts.
 */
const wordings: readonly RegExp[] = [
  // OpenAI, vLLM, DeepSeek, OpenRouter, SGLang, LiteLLM, xAI, Fireworks.
  /maximum (?:context|prompt|input|model) length(?: is| of|:)? ?\(?(?<limit>\d+)/i,
  // OpenAI (Responses), MiniMax, llama.cpp, LM Studio, Ollama, llama-cpp-python, Cloudflare.
  /context (?:window|length|size)(?: limit)?(?: has been)? exceed(?:s|ed)(?: limit)?/i,
  /exceed(?:s|ed)? (?:the |this |its |max )?(?:model(?:'s)? )?(?:available |maximum )?context (?:window|length|size|limit)(?: limit)?(?: of)?(?: \(?(?<limit>\d+)\b(?! tokens over)|: \d+ \+ \d+ > (?<sum>\d+))?/i,
  // Anthropic, Bedrock, Z.ai, Ollama, vLLM.
  /(?:prompt|input|inputs)(?: \([^)]*\))?(?: is)? too long(?:: \d+ tokens > (?<limit>\d+)|[^.]*\(context length (?<window>\d+)\))?/i,
  // Google, Bedrock.
  /input token count.{0,40}exceeds the maximum number of tokens allowed \(?(?<limit>\d+)/i,
  /too many (?:input )?tokens\b(?!.*\bper\b)(?:.*max input tokens: (?<limit>\d+))?/i,
  // OpenAI, Groq, Cerebras, DeepSeek.
  /exceed the configured limit of (?<limit>\d+)/i,
  /reduce the length of (?:the|your) (?:input )?(?:messages|prompt|input)(?:.*while limit is (?<limit>\d+))?/i,
  // Mistral, Poolside, SGLang, vLLM, Volcengine, SiliconFlow.
  /too large for model with (?<limit>\d+) maximum context length/i,
  /maximum (?:allowed )?(?:input )?length(?: of)? \(?(?<limit>\d+)(?: tokens?)?\)?/i,
  /longer than the (?:model's context|maximum model) length(?: of)? \(?(?<limit>\d+)/i,
  /(?:max_seq_len|max_model_len|max_prompt_tokens) \((?<limit>\d+)\)/i,
  // LM Studio.
  /context length of only (?<limit>\d+) tokens/i,
  /greater than the context length(?:.*n_ctx: ?(?<limit>\d+))?/i,
  // GitHub Copilot, Kimi, Z.ai, DashScope.
  /prompt token count of \d+ exceeds the limit of (?<limit>\d+)/i,
  /exceeded model token limit:? ?(?<limit>\d+)?/i,
  /tokens in request more than max tokens allowed/i,
  /range of input length should be \[\d+, (?<limit>\d+)\]/i,
  // TGI, Hugging Face.
  /`?inputs`? tokens \+ `?max_new_tokens`? must be <= (?<limit>\d+)/i,
  /`?inputs`? must have less than (?<limit>\d+) tokens/i,
];

/** Limits of what may be sent in a time, and of the reply: shorter prompts do not help, or are not what is meant. */
const otherLimits = /rate limit|too many requests|per (?:minute|hour|day)|\b[TR]PM\b|please wait|quota/i;

/** Whether an error means that the prompt does not fit into the model's window. */
export function isContextTooLong({ code, message, status }: SaidError): boolean {
  if (codes.test(code)) return true;
  if (status === 429 || otherLimits.test(message)) return false;
  return wordings.some((wording) => wording.test(removeSeparators(message)));
}

/** The window in tokens, if the error names it. */
export function findContextLimit({ message, window }: SaidError): number | undefined {
  if (window !== undefined) return window;
  for (const wording of wordings) {
    const { limit, sum, window: size } = wording.exec(removeSeparators(message))?.groups ?? {};
    const tokens = Number(limit ?? sum ?? size);
    if (Number.isSafeInteger(tokens) && tokens > 0) return tokens;
  }
  return undefined;
}

/** A message whose numbers have no separators between thousands. */
function removeSeparators(message: string): string {
  return message.replace(/(\d)[,_](?=\d{3})/g, '$1');
}
