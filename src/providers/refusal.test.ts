import { expect, it } from 'vitest';
import { readRefusal } from './parameter-refusal';

const said = (message: string, param = '', code = '') => ({ message, param, code, status: 400 });

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
  expect(readRefusal(said(message, param, code))).toEqual(expected);
});

it.each([
  'This model does not support images.',
  'The request is not supported.',
  'messages: at least one message is required',
  'Your credit balance is too low.',
  '',
])('sees no parameter in “%s”', (message) => {
  expect(readRefusal(said(message))).toBeUndefined();
});
