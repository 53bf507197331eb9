import { expect, it } from 'vitest';
import { readError, readErrorBody } from './said-error';

it.each([
  [
    'OpenAI',
    { error: { message: 'No.', type: 'invalid_request_error', param: 'temperature', code: 'unsupported_value' } },
    { message: 'No.', code: 'unsupported_value', param: 'temperature', status: undefined },
  ],
  [
    'Anthropic',
    { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' }, request_id: 'r' },
    { message: 'Overloaded', code: 'overloaded_error', param: '', status: undefined },
  ],
  [
    'Google',
    { error: { code: 503, message: 'Full.', status: 'UNAVAILABLE' } },
    { message: 'Full.', code: 'UNAVAILABLE', param: '', status: 503 },
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
    { message: 'Quota.', code: 'RESOURCE_EXHAUSTED', param: '', status: 429, retryAfterMs: 22_500 },
  ],
  [
    'Google, with a wait that is none',
    { error: { code: 429, status: 'X', details: [{ '@type': 'google.rpc.RetryInfo', retryDelay: '-1e9' }, null, 7] } },
    { message: '', code: 'X', param: '', status: 429 },
  ],
  [
    'Google, as a list',
    [{ error: { code: 400, message: 'No.', status: 'INVALID_ARGUMENT' } }],
    { message: 'No.', code: 'INVALID_ARGUMENT', param: '', status: 400 },
  ],
  [
    'a failed response of OpenAI',
    { type: 'response.failed', response: { error: { code: 'server_error', message: 'Oh.' } } },
    { message: 'Oh.', code: 'server_error', param: '', status: undefined },
  ],
  [
    'FastAPI',
    { detail: [{ loc: ['body', 'top_k'], msg: 'Extra inputs are not permitted', type: 'extra_forbidden' }] },
    { message: 'top_k: Extra inputs are not permitted', code: '', param: 'top_k', status: undefined },
  ],
  ['a text', { error: 'model not found' }, { message: 'model not found', code: '', param: '', status: undefined }],
])('reads an error in the form of %s', (_who, value, expected) => {
  expect(readError(value)).toEqual(expected);
  expect(readErrorBody(JSON.stringify(value))).toEqual(expected);
});

it('takes a text that is no JSON as what was said, and a web page as nothing', () => {
  expect(readErrorBody('upstream timed out').message).toBe('upstream timed out');
  expect(readErrorBody('<html><body>502</body></html>').message).toBe('');
  expect(readErrorBody('null').message).toBe('');
});
