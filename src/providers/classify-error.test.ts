import { describe, expect, it } from 'vitest';
import { builtInProviders } from './built-in-providers';
import { classifyAnswer, classifyStreamError, parseRetryAfter, readRetryAfter } from './classify-error';
import type { ProviderConfig } from './provider-config';

const openai = builtInProviders.find(({ id }) => id === 'openai') as ProviderConfig;
const answer = (status: number, body: string) =>
  classifyAnswer(openai, { status, body, retryAfterMs: undefined, model: 'gpt-x', secrets: ['sk-1'] });

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['3', 3000],
    ['0.5', 500],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['0', 0],
    // A clock that is wrong (will-ockmore/httpx-retries #13).
    ['Wed, 31 Dec 2025 00:00:00 GMT', undefined],
    ['-5', undefined],
    ['soon', undefined],
    [null, undefined],
  ])('reads %s', (header, ms) => expect(parseRetryAfter(header, now)).toBe(ms));
});

it.each([
  [{ 'retry-after-ms': '1250', 'retry-after': '9' }, 1250],
  [{ 'x-ms-retry-after-ms': '40' }, 40],
  [{ 'retry-after-ms': 'soon', 'retry-after': '2' }, 2000],
  [{ 'retry-after-ms': '-1' }, undefined],
  [{ 'retry-after-ms': '' }, undefined],
  [{}, undefined],
])('a wait in the headers %o is %s ms', (headers, ms) => {
  expect(readRetryAfter(new Headers(headers as Record<string, string>), 0)).toBe(ms);
});

describe('classifyAnswer', () => {
  it.each([
    ['{"error":{"message":"No such thing"}}'],
    ['{"type":"error","error":{"type":"x","message":"No such thing"}}'],
    ['[{"error":{"message":"No such thing"}}]'],
    ['{"error":"No such thing"}'],
    ['{"detail":"No such thing"}'],
    ['No such\nthing'],
  ])('finds what the server says in %s', (body) => {
    expect(answer(400, body).message).toBe('OpenAI refused the request (400). It says: No such thing');
  });

  it('leaves out the page of a proxy', () => {
    expect(answer(502, '<html>Bad gateway</html>').message).toBe('OpenAI could not answer (502).');
  });

  it('shortens long words of a server', () => {
    expect(answer(400, 'y'.repeat(5000)).message.length).toBeLessThan(400);
  });

  it.each([
    ['{"error":{"message":"gone is not a valid model ID","code":400}}'],
    ['{"error":{"message":{"error":"/chat/completions: Invalid model name passed in model=gone. Call `/v1/models`"}}}'],
    ['{"error":{"message":"Model Not Exist","type":"invalid_request_error","code":"invalid_request_error"}}'],
    ['{"error":{"message":"The model `gone` has been decommissioned and is no longer supported.","code":"x"}}'],
    ['{"error":{"message":"No.","code":"model_decommissioned"}}'],
    ['{"message":"The provided model identifier is invalid."}'],
    ['{"object":"error","message":"Invalid model: gone","type":"invalid_model","code":"1500"}'],
    ['{"error":{"code":"1211","message":"Unknown Model, please check the model code."}}'],
    ['{"error":{"message":"The requested model is not supported.","code":"model_not_supported"}}'],
  ])('knows a model that the server does not serve, in a 400: %s', (body) => {
    expect(answer(400, body).details).toMatchObject({ reason: 'model_gone' });
  });

  it.each([
    ["Unsupported parameter: 'temperature' is not supported with this model."],
    ['This model is not supported in the Batch API with your settings'],
    ['This model does not support images.'],
    ['Invalid model parameter: temperature'],
  ])('does not take a model for gone that refuses something: %s', (message) => {
    expect(answer(400, JSON.stringify({ error: { message } })).details).not.toHaveProperty('reason');
  });

  it('waits as long as the words say, where no header says it', () => {
    const body = '{"error":{"message":"Rate limit reached. Please try again in 4.2s.","code":"rate_limit_exceeded"}}';
    expect(answer(429, body).details).toMatchObject({ retryAfterMs: 4200 });
  });

  it('knows a content filter from a bad request', () => {
    const error = answer(400, '{"error":{"code":"content_filter","message":"no"}}');
    expect(error.details).toMatchObject({ kind: 'content_filter' });
    expect(error.retryable).toBe(false);
  });
});

describe('classifyStreamError', () => {
  it('tells a server that gets too busy in mid-answer', () => {
    const error = classifyStreamError(
      openai,
      { type: 'overloaded_error', message: 'Overloaded sk-1' },
      { model: 'gpt-x', secrets: ['sk-1'] },
    );
    expect(error).toMatchObject({ retryable: true, details: { kind: 'overloaded' } });
    expect(error.message).not.toContain('sk-1');
  });
});
