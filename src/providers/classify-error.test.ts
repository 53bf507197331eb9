import { describe, expect, it } from 'vitest';
import { builtInProviders } from './built-in-providers';
import { classifyAnswer, classifyStreamError, parseRetryAfter } from './classify-error';
import type { ProviderConfig } from './provider-config';

const openai = builtInProviders.find(({ id }) => id === 'openai') as ProviderConfig;
const answer = (status: number, body: string) =>
  classifyAnswer(openai, { status, body, retryAfter: null, model: 'gpt-x', secrets: ['sk-1'] });

describe('parseRetryAfter', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  it.each([
    ['3', 3000],
    ['0.5', 500],
    ['Thu, 01 Jan 2026 00:00:10 GMT', 10_000],
    ['Wed, 31 Dec 2025 00:00:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('reads %s', (header, ms) => expect(parseRetryAfter(header, now)).toBe(ms));
});

describe('classifyAnswer', () => {
  it.each([
    ['{"error":{"message":"No such model"}}'],
    ['{"type":"error","error":{"type":"x","message":"No such model"}}'],
    ['[{"error":{"message":"No such model"}}]'],
    ['{"error":"No such model"}'],
    ['{"detail":"No such model"}'],
    ['No such\nmodel'],
  ])('finds what the server says in %s', (body) => {
    expect(answer(400, body).message).toBe('OpenAI refused the request (400). It says: No such model');
  });

  it('leaves out the page of a proxy', () => {
    expect(answer(502, '<html>Bad gateway</html>').message).toBe('OpenAI could not answer (502).');
  });

  it('shortens long words of a server', () => {
    expect(answer(400, 'y'.repeat(5000)).message.length).toBeLessThan(400);
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
