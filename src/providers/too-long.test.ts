import { expect, it } from 'vitest';
import { readErrorBody } from './said-error';
import { findContextLimit, isContextTooLong } from './too-long';

/** What servers say of a prompt that is too long: who, where it was seen, the window in it, and the message or body. */
const said: readonly (readonly [who: string, source: string, limit: number | undefined, said: string | object])[] = [
  [
    'OpenAI, Azure',
    'neulab/prompt2model #353',
    128_000,
    "This model's maximum context length is 128000 tokens. However, your messages resulted in 130012 tokens. Please reduce the length of the messages.",
  ],
  [
    'OpenAI, GPT-5',
    'cline/cline #5474',
    272_000,
    'Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 289650 tokens. Please reduce the length of the messages.',
  ],
  [
    'OpenAI, Responses',
    'earendil-works/pi overflow.ts',
    undefined,
    'Your input exceeds the context window of this model',
  ],
  [
    'OpenAI, since September 2026',
    'code-yeongyu/senpi #1466',
    undefined,
    "Your input exceeds the model's context window.",
  ],
  ['Anthropic', 'stackblitz/bolt.new #2449', 200_000, 'prompt is too long: 202,095 tokens > 200,000 maximum'],
  [
    'Anthropic, with the reply',
    'continuedev/continue #6080',
    200_000,
    'input length and `max_tokens` exceed context limit: 199759 + 8192 > 200000, decrease input length or `max_tokens` and try again',
  ],
  ['Bedrock', 'earendil-works/pi overflow.ts', undefined, { message: 'Input is too long for requested model.' }],
  [
    'Google',
    'google-gemini/gemini-cli #4692',
    1_048_576,
    'The input token count (2845475) exceeds the maximum number of tokens allowed (1048576).',
  ],
  [
    'Vertex (GLM)',
    'anomalyco/opencode #23713',
    202_752,
    [
      {
        error: {
          code: 400,
          message:
            "Requested token count exceeds the model's maximum context length of 202752 tokens. You requested a total of 211266 tokens: 179266 tokens from the input messages and 32000 tokens for the completion.",
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
  ],
  [
    'xAI',
    'earendil-works/pi overflow.ts',
    131_072,
    {
      code: 'Client specified an invalid argument',
      error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    },
  ],
  [
    'Groq',
    'earendil-works/pi overflow.ts',
    undefined,
    { error: { message: 'Please reduce the length of the messages or completion.', type: 'invalid_request_error' } },
  ],
  [
    'Cerebras',
    'earendil-works/pi overflow.ts (words of Groq, with figures)',
    8192,
    'Please reduce the length of the messages or completion. Current length is 9103 while limit is 8192',
  ],
  [
    'OpenRouter',
    'earendil-works/pi overflow.ts',
    65_536,
    {
      error: {
        code: 400,
        message: 'Provider returned error',
        metadata: {
          raw: '{"error":{"message":"This endpoint\'s maximum context length is 65536 tokens. However, you requested about 70001 tokens."}}',
          provider_name: 'Chutes',
        },
      },
    },
  ],
  [
    'Poolside',
    'earendil-works/pi overflow.ts',
    131_072,
    'Input length 140000 exceeds the maximum allowed input length of 131072 tokens.',
  ],
  [
    'vLLM',
    'AIDotNet/OpenCowork #82',
    262_144,
    "This model's maximum context length is 262144 tokens. However, you requested 128000 output tokens and your prompt contains at least 134145 input tokens, for a total of at least 262145 tokens.",
  ],
  [
    'vLLM, decoder',
    'Gabesarch/grounded-rl #16',
    8192,
    'The decoder prompt (length 10127) is longer than the maximum model length of 8192. Make sure that `max_model_len` is no smaller than the number of text tokens plus multimodal tokens.',
  ],
  [
    'vLLM, older',
    'vllm-project/vllm #12165',
    4096,
    'The prompt (total length 25938) is too long to fit into the model (context length 4096). Make sure that `max_model_len` is no smaller than the number of text tokens.',
  ],
  [
    'SGLang, Together',
    'QwenLM/Qwen3 #1321',
    40_960,
    {
      object: 'error',
      message: "The input (61709 tokens) is longer than the model's context length (40960 tokens).",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  ],
  [
    'SGLang, scheduler',
    'sgl-project/sglang #4048',
    59_862,
    'Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens).',
  ],
  [
    'llama.cpp',
    'ggml-org/llama.cpp #15780',
    8192,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size. try increasing the context size',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 14_429,
        n_ctx: 8192,
      },
    },
  ],
  ['llama-cpp-python', 'abetlen/llama-cpp-python #462', 2048, 'Requested tokens (2500) exceed context window of 2048'],
  ['Ollama', 'Ollama (kind)', undefined, { error: 'the input length exceeds the context length' }],
  [
    'Ollama, cloud',
    'earendil-works/pi overflow.ts',
    undefined,
    { error: 'prompt too long; exceeded max context length by 4711 tokens' },
  ],
  [
    'LM Studio',
    'lmstudio-ai/lmstudio-bug-tracker #546',
    32_768,
    'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.',
  ],
  [
    'LM Studio, GGUF',
    'anomalyco/opencode #2259',
    undefined,
    'The number of tokens to keep from the initial prompt is greater than the context length. Try to load the model with a larger context length, or provide a shorter input',
  ],
  ['LM Studio, MLX', 'lmstudio-ai/lmstudio-bug-tracker #2339', undefined, 'Context size has been exceeded.'],
  [
    'GitHub Copilot',
    'microsoft/vscode #289219',
    128_000,
    {
      error: {
        message: 'prompt token count of 1236658 exceeds the limit of 128000',
        code: 'model_max_prompt_tokens_exceeded',
      },
    },
  ],
  ['MiniMax', 'earendil-works/pi overflow.ts', undefined, 'invalid params, context window exceeds limit (2013)'],
  [
    'Kimi',
    'earendil-works/pi overflow.ts',
    8192,
    {
      error: {
        message: 'Invalid request: Your request exceeded model token limit: 8192 (requested: 9000)',
        type: 'invalid_request_error',
      },
    },
  ],
  [
    'Mistral',
    'earendil-works/pi overflow.ts',
    32_768,
    'Prompt contains 40001 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
  ],
  [
    'DashScope',
    'anomalyco/opencode #45834',
    30_720,
    { error: { code: 'invalid_parameter_error', message: 'Range of input length should be [1, 30720]' } },
  ],
  ['Z.ai', 'earendil-works/pi #9805', undefined, { error: { code: '1261', message: 'Prompt too long' } }],
  ['Z.ai, coding', 'anomalyco/opencode #27519', undefined, 'tokens in request more than max tokens allowed'],
  [
    'SiliconFlow',
    'leookun/cursor-byok #129',
    202_752,
    {
      code: 20_015,
      message: 'number of input tokens (204703) has exceeded max_prompt_tokens (202752) limit.',
      data: null,
    },
  ],
  [
    'TGI',
    'huggingface/text-generation-inference #628',
    2048,
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 2048. Given: 1244 `inputs` tokens and 1000 `max_new_tokens`',
  ],
  [
    'TGI, input',
    'huggingface/text-generation-inference #695',
    1024,
    { error: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 1168.' },
  ],
  [
    'LiteLLM before Gemini',
    'dyad-sh/dyad #403',
    1_048_575,
    {
      error:
        'litellm.BadRequestError: VertexAIException BadRequestError - b\'{\\n "error": {\\n "code": 400,\\n "message": "The input token count (1066750) exceeds the maximum number of tokens allowed (1048575).",\\n "status": "INVALID_ARGUMENT"\\n }\\n}\\n\'',
    },
  ],
];

it.each(said)('%s (%s)', (_who, _source, limit, words) => {
  const error = readErrorBody(typeof words === 'string' ? words : JSON.stringify(words));
  expect([isContextTooLong(error), findContextLimit(error)]).toEqual([true, limit]);
});

it('goes by the code where the words say little', () => {
  const error = { message: 'Your input exceeds it.', code: 'context_length_exceeded', params: [], status: 400 };
  expect(isContextTooLong(error)).toBe(true);
});

it.each([
  'Rate limit reached: too many requests',
  'max_tokens: 128001 > 128000, which is the maximum allowed number of output tokens',
  'The context window of this model is 8192 tokens.',
  // Bedrock (earendil-works/pi overflow.ts).
  'ThrottlingException: Too many tokens, please wait before trying again.',
  // code-yeongyu/senpi #1466.
  'This request exceeds the limit of 30000 tokens per minute',
  // huggingface/transformers #28523: the reply is too long, not the prompt.
  'Input validation error: `max_new_tokens` must be <= 192. Given: 500',
])('does not take “%s” for it', (message) => {
  expect(isContextTooLong(readErrorBody(message))).toBe(false);
});
