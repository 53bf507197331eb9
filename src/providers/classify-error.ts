import type { AppError } from '@/base/errors';
import type { ProviderConfig } from './provider-config';
import { providerError } from './provider-error';

/** Most characters of a server's own words that are passed on. */
const maxServerWords = 300;

/** What is known of a failed answer. `key` is only there to be struck out of what the server says. */
interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
  readonly model: string;
  readonly key: string | undefined;
}

/** The error for an answer with an error status: its kind, what happened in words, and what to do. */
export function classifyAnswer(provider: ProviderConfig, answer: ErrorAnswer): AppError {
  const { status } = answer;
  const said = parseBody(answer.body);
  const because = quote(said.message, answer.key);
  const name = provider.label;
  const details = { status };

  if (isFilter(said.code)) return filtered(provider, `${name} refused the content (${status}).${because}`, details);
  switch (status) {
    case 401:
      return providerError(provider, 'auth', `${name} refused the key (401).${because}`, {
        advice: `Open Models and give a valid key for ${name}.`,
        details,
      });
    case 403:
      return providerError(provider, 'auth', `${name} refused access (403).${because}`, {
        advice: `Check in Models that the key for ${name} may use ${answer.model}.`,
        details,
      });
    case 429: {
      if (said.code === 'insufficient_quota') {
        return providerError(provider, 'rate_limit', `The account at ${name} has no credit left (429).${because}`, {
          advice: `Add credit at ${name}, or choose another model.`,
          retryable: false,
          details,
        });
      }
      const retryAfterMs = parseRetryAfter(answer.retryAfter, Date.now());
      const wait = retryAfterMs === undefined ? 'Wait a little' : `Wait ${seconds(retryAfterMs)}`;
      return providerError(provider, 'rate_limit', `${name} takes no more calls for now (429).${because}`, {
        advice: `${wait}, or lower max_concurrency.`,
        details: { ...details, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
      });
    }
    case 404:
      return providerError(provider, 'bad_request', `${name} does not know ${answer.model} (404).${because}`, {
        advice: `Check the name of the model, and the base URL of ${name} (${provider.baseUrl}).`,
        details,
      });
  }
  if (status >= 500 || status === 408) {
    const retryAfterMs = parseRetryAfter(answer.retryAfter, Date.now());
    const what = status === 503 || status === 529 ? 'is overloaded' : 'could not answer';
    return providerError(provider, 'overloaded', `${name} ${what} (${status}).${because}`, {
      advice: 'This passes as a rule. Run the task again in a while, or choose another model.',
      details: { ...details, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) },
    });
  }
  return providerError(provider, 'bad_request', `${name} refused the request (${status}).${because}`, {
    advice: `Check the options and the length of the prompt for ${answer.model}.`,
    details,
  });
}

/** The error for one that came inside of a stream, after an answer had begun; `error` is what the server sent. */
export function classifyStreamError(provider: ProviderConfig, error: unknown, key: string | undefined): AppError {
  const said = readError(error);
  const message = `${provider.label} stopped in the middle of the answer.${quote(said.message, key)}`;
  if (isFilter(said.code)) return filtered(provider, message, {});
  const kind = /rate_limit/.test(said.code) ? 'rate_limit' : 'overloaded';
  return providerError(provider, kind, message, { advice: 'This passes as a rule. Run the task again.' });
}

/** What the body of an answer says of an error, as a sentence to add to a message; empty if it says nothing. */
export function serverSays(body: string, key: string | undefined): string {
  return quote(parseBody(body).message, key);
}

function filtered(provider: ProviderConfig, message: string, details: { readonly status?: number }): AppError {
  return providerError(provider, 'content_filter', message, {
    advice: 'Change the prompt, or choose another model.',
    details,
  });
}

function isFilter(code: string): boolean {
  return code === 'content_filter' || code === 'content_policy_violation';
}

/**
 * A `retry-after` header, in seconds or as a date, in ms from `now`. Undefined where there is none that can be read.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(0, Math.round(ms)) : undefined;
}

function seconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}

interface Said {
  readonly message: string;
  readonly code: string;
}

function parseBody(body: string): Said {
  try {
    return readError(JSON.parse(body));
  } catch {
    // A page of a proxy tells a person nothing.
    return { message: /^\s*</.test(body) ? '' : body, code: '' };
  }
}

/**
 * Message and code of an error object, in the forms that servers use: `{error: {message, code, type}}`, `{error}`,
 * `{detail}` …
 */
function readError(value: unknown): Said {
  if (typeof value === 'string') return { message: value, code: '' };
  if (Array.isArray(value)) return readError(value[0]);
  if (typeof value !== 'object' || value === null) return { message: '', code: '' };
  const object = value as Readonly<Record<string, unknown>>;
  if (object.error !== undefined && object.error !== null) return readError(object.error);
  const message = object.message ?? object.detail;
  const code = object.code ?? object.type;
  return {
    message: typeof message === 'string' ? message : '',
    code: typeof code === 'string' ? code : '',
  };
}

/** What the server said, as a sentence: on one line, shortened, and without the key, whatever the server echoes. */
function quote(message: string, key: string | undefined): string {
  const safe = key === undefined || key === '' ? message : message.replaceAll(key, '(key)');
  const points = Array.from(safe.replace(/\s+/g, ' ').trim());
  if (points.length === 0) return '';
  return ` It says: ${points.slice(0, maxServerWords).join('')}${points.length > maxServerWords ? '…' : ''}`;
}
