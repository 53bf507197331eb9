import { expect, it } from 'vitest';
import { readError, readErrorBody } from './said-error';

it.each([
  [
    'OpenAI',
    { error: { message: 'No.', type: 'invalid_request_error', param: 'temperature', code: 'unsupported_value' } },
    { message: 'No.', code: 'unsupported_value', params: ['temperature'], status: undefined },
  ],
  [
    'Anthropic',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'r' },
    { message: 'Overloaded', code: 'overloaded_error', params: [], status: undefined },
  ],
  [
    'Google',
    { error: { code: 503, message: 'Full.', status: 'UNAVAILABLE' } },
    { message: 'Full.', code: 'UNAVAILABLE', params: [], status: 503 },
  ],
  [
    'Google, that says how long to wait',
    {
      error: {
        code: 429,
        message: 'Quota.',
        status: 'RESOURCE_EXHAUSTED',
        details: [
          { '@type': 'type.googleapis.com/google.rpc.QuotaFailure', violations: [] },
          { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '22.5s' },
        ],
      },
    },
    { message: 'Quota.', code: 'RESOURCE_EXHAUSTED', params: [], status: 429, retryAfterMs: 22_500 },
  ],
  [
    'Google, with a wait that is none',
    { error: { code: 429, status: 'X', details: [{ '@type': 'google.rpc.RetryInfo', retryDelay: '-1e9' }, null, 7] } },
    { message: '', code: 'X', params: [], status: 429 },
  ],
  [
    'Google, as a list',
    [{ error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' } }],
    { message: 'No.', code: 'INVALID_ARGUMENT', params: [], status: 400 },
  ],
  [
    'a failed response of OpenAI',
    { type: 'response.failed', response: { error: { code: 'server_error', message: 'Oh.' } } },
    { message: 'Oh.', code: 'server_error', params: [], status: undefined },
  ],
  [
    'FastAPI',
    { detail: [{ loc: ['body', 'top_k'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }] },
    { message: 'top_k: Extra inputs are not permitted', code: '', params: ['top_k'], status: undefined },
  ],
  [
    'FastAPI, of several fields and one that is missing',
    {
      detail: [
        { loc: ['body', 'messages'], msg: 'Field required', type: 'missing' },
        { loc: ['body', 'n'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
        { loc: ['body', 'seed'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' },
      ],
    },
    { message: 'messages: Field required', code: '', params: ['n', 'seed'], status: undefined },
  ],
  [
    'Mistral',
    {
      object: 'error',
      message: {
        detail: [
          {
            type: 'extra_forbidden',
            loc: ['body', 'messages', 0, 'user', 'name'],
            msg: 'Extra inputs are not permitted',
          },
        ],
      },
      type: 'invalid_request_error',
      param: null,
      code: null,
    },
    {
      message: 'messages.0.user.name: Extra inputs are not permitted',
      code: '',
      params: ['messages.0.user.name'],
      status: undefined,
    },
  ],
  [
    'Mistral, behind its proxy',
    {
      object: 'error',
      message: '{"detail":[{"type":"extra_forbidden","loc":["body","n"],"msg":"Extra inputs are not permitted"}]}',
      type: 'internal_error_proxy',
      code: '1000',
    },
    { message: 'n: Extra inputs are not permitted', code: '1000', params: ['n'], status: undefined },
  ],
  [
    'OpenRouter',
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: '{"error":{"message":"No.","code":"unsupported_value","param":"top_k"}}', provider_name: 'X' },
      },
    },
    { message: 'No.', code: 'unsupported_value', params: ['top_k'], status: 400 },
  ],
  [
    'LiteLLM, whose message is an error in an error',
    { error: { message: { error: 'Invalid model name passed in model=x.' }, type: 'None', code: '400' } },
    { message: 'Invalid model name passed in model=x.', code: '', params: [], status: 400 },
  ],
  [
    'llama.cpp',
    { error: { code: 400, message: 'Too long.', type: 'exceed_context_size_error', n_ctx: 8192 } },
    { message: 'Too long.', code: 'exceed_context_size_error', params: [], status: 400, window: 8192 },
  ],
  [
    'Groq, that says in words how long to wait',
    { error: { message: 'Rate limit reached. Please try again in 4.2s.', code: 'rate_limit_exceeded' } },
    {
      message: 'Rate limit reached. Please try again in 4.2s.',
      code: 'rate_limit_exceeded',
      params: [],
      status: undefined,
      retryAfterMs: 4200,
    },
  ],
  ['a text', { error: 'model not found' }, { message: 'model not found', code: '', params: [], status: undefined }],
])('reads an error in the form of %s', (_who, value, expected) => {
  expect(readError(value)).toEqual(expected);
  expect(readErrorBody(JSON.stringify(value))).toEqual(expected);
});

it('takes a text that is no JSON as what was said, and a web page as nothing', () => {
  expect(readErrorBody('upstream timed out').message).toBe('upstream timed out');
  expect(readErrorBody('<html><body>502</body></html>').message).toBe('');
  expect(readErrorBody('null').message).toBe('');
});

it.each([
  ['Please try again in 1m30.5s. Visit …', 90_500],
  ['Please try again in 450ms', 450],
  ['Please retry after 8 seconds.', 8000],
  ['Please retry in 22.52s.', 22_520],
  ['Try again in a moment', undefined],
  ['Please try again later', undefined],
])('reads when to try again in “%s”', (words, ms) => {
  expect(readErrorBody(words).retryAfterMs).toBe(ms);
});

it('does not follow errors in errors for ever', () => {
  let body: unknown = 'deep';
  for (let depth = 0; depth < 1000; depth++) body = { error: body };
  expect(readError(body).message).toBe('');
});
