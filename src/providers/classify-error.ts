import { defined, omitEmpty } from '@/base/defined';
import type { AppError } from '@/base/errors';
import { readRefusals } from './parameter-refusal';
import type { ProviderConfig } from './provider-config';
import { createProviderError } from './provider-error';
import { readError, readErrorBody, type SaidError } from './said-error';
import { findContextLimit, isContextTooLong } from './too-long';

/** The most characters of a server's message that are shown. */
const maxServerWords = 300;

/** A failed answer. `secrets` are needed only to mask them in the server's message. */
interface ErrorAnswer {
  readonly status: number;
  readonly body: string;
  /** The wait that its headers ask for; undefined: none. */
  readonly retryAfterMs: number | undefined;
  readonly model: string;
  readonly secrets: readonly string[];
}

/** A failure to classify. */
interface Failing {
  readonly said: SaidError;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly model: string;
  readonly because: string;
  /** The status as written in messages, such as ` (429)`; empty in a stream. */
  readonly mark: string;
}

/** The error for an answer with an error status: its kind, what happened, and what to do. */
export function classifyAnswer(provider: ProviderConfig, answer: ErrorAnswer): AppError {
  const { status, model, secrets } = answer;
  const said = readErrorBody(answer.body);
  const retryAfterMs = answer.retryAfterMs ?? said.retryAfterMs;
  return classifyFailing(provider, {
    ...{ said, status, model, retryAfterMs },
    because: quoteMessage(said.message, secrets),
    mark: ` (${status})`,
  });
}

/** The error for a failure inside a stream, after the answer had begun; `error` is what the server sent. */
export function classifyStreamError(
  provider: ProviderConfig,
  error: unknown,
  { model, secrets }: Pick<ErrorAnswer, 'model' | 'secrets'>,
): AppError {
  const said = readError(error);
  const because = ` It stopped in the middle of the answer.${quoteMessage(said.message, secrets)}`;
  return classifyFailing(provider, {
    said,
    status: said.status,
    model,
    because,
    retryAfterMs: said.retryAfterMs,
    mark: '',
  });
}

function classifyFailing(provider: ProviderConfig, failing: Failing): AppError {
  const { said, status, because, mark, model } = failing;
  const name = provider.label;
  const details = status === undefined ? {} : { status };
  const after = failing.retryAfterMs === undefined ? {} : { retryAfterMs: failing.retryAfterMs };

  switch (classifySort(said, status)) {
    case 'filter':
      return createProviderError(provider, 'content_filter', `${name} refused the content${mark}.${because}`, {
        advice: 'Change the prompt, or choose another model.',
        details,
      });
    case 'credit':
      return createProviderError(
        provider,
        'rate_limit',
        `The account at ${name} has no credit left${mark}.${because}`,
        {
          advice: `Add credit at ${name}, or choose another model.`,
          retryable: false,
          details,
        },
      );
    case 'key':
      return createProviderError(provider, 'auth', `${name} refused the key${mark}.${because}`, {
        advice: `Open Models and give a valid key for ${name}.`,
        details,
      });
    case 'access':
      return createProviderError(provider, 'auth', `${name} refused access${mark}.${because}`, {
        advice: `Check in Models that the key for ${name} may use ${model}.`,
        details,
      });
    case 'limit': {
      const wait = failing.retryAfterMs === undefined ? 'Wait a little' : `Wait ${formatSeconds(failing.retryAfterMs)}`;
      return createProviderError(provider, 'rate_limit', `${name} accepts no more calls for now${mark}.${because}`, {
        advice: `${wait}, or lower max_concurrency.`,
        details: { ...details, ...after },
      });
    }
    case 'model':
      return createProviderError(provider, 'bad_request', `${name} does not know ${model}${mark}.${because}`, {
        advice: `Check the name of the model, and the base URL of ${name} (${provider.baseUrl}).`,
        details: { ...details, reason: 'model_gone' },
      });
    case 'length': {
      const limit = findContextLimit(said);
      return createProviderError(provider, 'bad_request', `The prompt is too long for ${model}${mark}.${because}`, {
        advice: 'Give the task less context, or use a model with a larger window.',
        details: { ...details, reason: 'context_too_long', ...defined({ limit }) },
      });
    }
    case 'server': {
      const what =
        status === 503 || status === 529 || /overloaded/.test(said.code) ? 'is overloaded' : 'could not answer';
      return createProviderError(provider, 'overloaded', `${name} ${what}${mark}.${because}`, {
        advice: 'This is usually temporary. Run the task again later, or choose another model.',
        details: { ...details, ...after },
      });
    }
    case 'request': {
      const refused = readRefusals(said).map((refusal) => ({ ...refusal }));
      return createProviderError(provider, 'bad_request', `${name} refused the request${mark}.${because}`, {
        advice: formatAdvice(refused[0]?.parameter, model),
        details: { ...details, ...defined({ refused: omitEmpty(refused) }) },
      });
    }
  }
}

/** What to do about a refused request. A field that no option of a document writes cannot be left out by a person. */
function formatAdvice(parameter: string | undefined, model: string): string {
  return parameter === undefined || /[.[]/.test(parameter)
    ? `Check the options for ${model}, and the protocol of its provider.`
    : `Leave ${parameter} out.`;
}

type Sort = 'filter' | 'credit' | 'key' | 'access' | 'limit' | 'model' | 'length' | 'server' | 'request';

/**
 * The kind of an error, by the codes of its maker, otherwise by its status. Codes:
 * developers.openai.com/api/docs/guides/error-codes, platform.claude.com/docs/en/api/errors,
 * ai.google.dev/gemini-api/docs/troubleshooting.
 */
function classifySort(said: SaidError, status: number | undefined): Sort {
  const { code, message } = said;
  if (/^content_(filter|policy_violation)$/.test(code)) return 'filter';
  if (/^(insufficient_quota|billing_error|insufficient_credits)$/.test(code) || status === 402) return 'credit';
  if (/credit balance is too low|insufficient (credit|balance|funds)/i.test(message)) return 'credit';
  if (status === 413 || isContextTooLong(said)) return 'length';
  if (/^(authentication_error|invalid_api_key|UNAUTHENTICATED)$/.test(code) || status === 401) return 'key';
  if (/API key not valid/i.test(message)) return 'key';
  if (/^(permission_error|PERMISSION_DENIED)$/.test(code) || status === 403) return 'access';
  if (/rate_limit|RESOURCE_EXHAUSTED/.test(code) || status === 429) return 'limit';
  if (/^(not_found_error|model_not_found|NOT_FOUND)$/.test(code) || status === 404) return 'model';
  if ((status ?? 400) < 500 && isModelUnknown(said)) return 'model';
  if (
    status !== undefined ? status >= 500 || status === 408 : !/invalid|INVALID_ARGUMENT|FAILED_PRECONDITION/.test(code)
  ) {
    return 'server';
  }
  return 'request';
}

/** The codes of servers for a model that they do not serve, or no longer. */
const modelCodes = /^(model_decommissioned|model_not_supported|invalid_model|unknown_model|DeploymentNotFound|1211)$/;

/**
 * The messages with which servers say in a 400 that they do not serve a model. OpenRouter: "x is not a valid model ID"
 * (elie222/inbox-zero #3114); LiteLLM: "Invalid model name passed in model=x" (BerriAI/litellm #8821); DeepSeek: "Model
 * Not Exist" (langbot-app/LangBot #1643); Groq: "The model `x` has been decommissioned and is no longer supported"
 * (ItzCrazyKns/Vane #771); Bedrock: "The provided model identifier is invalid."; Mistral, Perplexity: "Invalid model:
 * x", "Invalid model 'x'"; Z.ai: "Unknown Model, please check the model code."; GitHub: "Unknown model: x", "The
 * requested model is not supported."; Ollama: "model 'x' not found".
 */
const modelWords: readonly RegExp[] = [
  /is not a valid model\b/i,
  /\b(?:invalid|unknown|no such|unsupported) model\b(?! (?:parameter|option|input|output|configuration|settings?)\b)/i,
  /\bmodel (?:[`'"“]?[\w.:/@-]+[`'"”]? )?(?:does not exist|(?:is |was )?not found|not exist|is not supported\b(?! (?:with|for|in)\b)|has been (?:decommissioned|deprecated|retired|removed)|is no longer (?:available|supported))/i,
  /(?:model identifier|requested model|model) is (?:invalid|not supported|not available)\.?\s*$/i,
];

function isModelUnknown({ code, message, params }: SaidError): boolean {
  if (modelCodes.test(code)) return true;
  if (params.some((param) => param !== 'model')) return false;
  return modelWords.some((words) => words.test(message));
}

/** The error message in the body of an answer, as a sentence to append to a message; empty if there is none. */
export function formatServerWords(body: string, secrets: readonly string[]): string {
  return quoteMessage(readErrorBody(body).message, secrets);
}

/**
 * The wait that the headers of an answer ask for, in ms. Azure states it to the millisecond in `retry-after-ms` or
 * `x-ms-retry-after-ms`, and these count before `retry-after` (Azure/azure-sdk-for-js,
 * core-rest-pipeline/src/retryStrategies/throttlingRetryStrategy.ts). OpenAI's client keeps to `retry-after-ms` as
 * well, though it calls it not standard (openai/openai-node, src/client.ts, retryRequest).
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  for (const name of ['retry-after-ms', 'x-ms-retry-after-ms']) {
    const text = headers.get(name)?.trim();
    const ms = Number(text);
    if (text !== undefined && text !== '' && Number.isFinite(ms) && ms >= 0) return Math.round(ms);
  }
  return parseRetryAfter(headers.get('retry-after'), now);
}

/**
 * A `retry-after` header, in seconds or as a date, in ms from `now`. Undefined if it is missing, invalid, negative or
 * in the past, such as by a clock that is wrong: the usual waits apply then. 0 is what it says.
 */
export function parseRetryAfter(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) && ms >= 0 ? Math.round(ms) : undefined;
}

function formatSeconds(ms: number): string {
  return `${Math.ceil(ms / 1000)} s`;
}

/** Shorter values are words, not secrets: masking them would garble the message. */
const shortestSecret = 4;

/** The server's message as a sentence: on one line, shortened, and with secrets masked, which a server may echo. */
function quoteMessage(message: string, secrets: readonly string[]): string {
  const hidden = secrets.filter((secret) => secret.length >= shortestSecret);
  const safe = hidden.reduce((text, secret) => text.replaceAll(secret, '(key)'), message);
  const points = Array.from(safe.replace(/\s+/g, ' ').trim());
  if (points.length === 0) return '';
  return ` It says: ${points.slice(0, maxServerWords).join('')}${points.length > maxServerWords ? '…' : ''}`;
}
