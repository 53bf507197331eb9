import { expect, it } from 'vitest';
import { readRefusals } from './parameter-refusal';
import { readErrorBody } from './said-error';

const said = (message: string, param = '', code = '') => ({
  ...{ message, code, status: 400 },
  params: param === '' ? [] : [param],
});

it.each([
  // OpenAI, with the parameter in a separate field.
  [
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    'max_tokens',
    'unsupported_parameter',
    { parameter: 'max_tokens', rename: 'max_completion_tokens' },
  ],
  [
    "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    'temperature',
    'unsupported_value',
    { parameter: 'temperature' },
  ],
  ["Unknown parameter: 'thinking_budget'.", 'thinking_budget', 'unknown_parameter', { parameter: 'thinking_budget' }],
  [
    "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
    'reasoning.effort',
    'unsupported_parameter',
    { parameter: 'reasoning.effort' },
  ],
  // The same through a gateway that passes on only the message.
  ["Unsupported parameter: 'top_p' is not supported with this model.", '', '', { parameter: 'top_p' }],
  [
    'Function tools with reasoning_effort are not supported for gpt-5.4 in /v1/chat/completions. Please use /v1/responses instead.',
    'reasoning_effort',
    '',
    { parameter: 'tools', responses: true },
  ],
  // Anthropic.
  ['`temperature` is deprecated for this model.', '', '', { parameter: 'temperature' }],
  ['service_tier: Extra inputs are not permitted', '', '', { parameter: 'service_tier' }],
  // Google.
  [
    'Invalid JSON payload received. Unknown name "topK" at \'generation_config\': Cannot find field.',
    '',
    '',
    { parameter: 'topK' },
  ],
  // LiteLLM, and servers that only forward.
  [
    "gpt-6 does not support parameters: ['presence_penalty'], for model=gpt-6",
    '',
    '',
    { parameter: 'presence_penalty' },
  ],
])('%s', (message, param, code, expected) => {
  expect(readRefusals(said(message, param, code))[0]).toEqual(expected);
});

it.each([
  'This model does not support images.',
  'The request is not supported.',
  'messages: at least one message is required',
  'Your credit balance is too low.',
  '',
])('sees no parameter in “%s”', (message) => {
  expect(readRefusals(said(message))).toEqual([]);
});

/** What servers say of fields that they do not know: who, where it was seen, the body, and the fields in it. */
const unknownFields: readonly (readonly [
  who: string,
  source: string,
  body: string | object,
  names: readonly string[],
])[] = [
  [
    'Bedrock',
    'anthropics/claude-code #32820',
    'tools.0.custom.eager_input_streaming: Extra inputs are not permitted',
    ['tools.0.custom.eager_input_streaming'],
  ],
  [
    'LiteLLM before Bedrock',
    'BerriAI/litellm #23825',
    {
      error: {
        message:
          '{"message":"tools.0.custom.eager_input_streaming: Extra inputs are not permitted"}. Received Model Group=claude-haiku-4-5-20251001',
      },
    },
    ['tools.0.custom.eager_input_streaming'],
  ],
  [
    'OpenCode Zen',
    'anomalyco/opencode #24975',
    "Error from provider: 69 request validation errors: Extra inputs are not permitted, field: 'tools[0].eager_input_streaming', value: True; Extra inputs are not permitted, field: 'tools[1].eager_input_streaming', value: True;",
    ['tools[0].eager_input_streaming', 'tools[1].eager_input_streaming'],
  ],
  [
    'Mistral',
    'vybestack/llxprt-code #114',
    {
      object: 'error',
      message: {
        detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }],
      },
      type: 'invalid_request_error',
    },
    ['stream_options'],
  ],
  [
    'vLLM, NIM',
    'ai-dynamo/aiperf #507',
    {
      object: 'error',
      message:
        "[{'type': 'extra_forbidden', 'loc': ('body', 'max_completion_tokens'), 'msg': 'Extra inputs are not permitted', 'input': 256}, {'type': 'extra_forbidden', 'loc': ('body', 'messages', 0, 'typed-dict', 'opts'), 'msg': 'Extra inputs are not permitted', 'input': {}}]",
      type: 'BadRequestError',
      code: 400,
    },
    ['max_completion_tokens', 'messages.0.typed-dict.opts'],
  ],
  [
    'vLLM',
    'vllm-project/vllm #12864',
    "1 validation error for ChatCompletionRequest\nmessages.0.user.name\n  Extra inputs are not permitted [type=extra_forbidden, input_value='bob', input_type=str]",
    ['messages.0.user.name'],
  ],
  ['Z.ai', 'mitsuhiko/agent-stuff #19', "Extra inputs are not permitted, field: 'headers'", ['headers']],
  [
    'Groq',
    'janhq/jan #8136',
    "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
    ['reasoning_content'],
  ],
  [
    'xAI',
    'BerriAI/litellm #16265',
    {
      code: 'Client specified an invalid argument',
      error: 'Model grok-4-latest does not support parameter reasoningEffort.',
    },
    ['reasoningEffort'],
  ],
  [
    'xAI, older',
    'lobehub/lobehub #7370',
    { error: 'Argument not supported on this model: presencePenalty' },
    ['presencePenalty'],
  ],
  [
    'Azure',
    'pydantic/pydantic-ai #169',
    {
      error: { message: 'Unrecognized request argument supplied: parallel_tool_calls', type: 'invalid_request_error' },
    },
    ['parallel_tool_calls'],
  ],
  [
    'a gateway in Rust (kind)',
    'serde_json',
    'Failed to deserialize the JSON body into the target type: unknown field `stream_options`, expected one of `model`',
    ['stream_options'],
  ],
  ['a gateway in Go (kind)', 'encoding/json', 'json: unknown field "stream_options"', ['stream_options']],
  ['a gateway with zod (kind)', 'zod 3', "Unrecognized key(s) in object: 'stream_options'", ['stream_options']],
];

it.each(unknownFields)('reads what %s refuses (%s)', (_who, _source, body, names) => {
  const error = readErrorBody(typeof body === 'string' ? body : JSON.stringify(body));
  const found = readRefusals({ ...error, status: 400 }).map(({ parameter }) => parameter);
  expect(found).toEqual(expect.arrayContaining([...names]));
});
