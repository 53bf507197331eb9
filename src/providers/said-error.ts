import { isJsonObject } from '@/base/json';

/** The error message of a server. A field is empty if the server sent nothing for it. */
export interface SaidError {
  readonly message: string;
  /** The server's code for the error: `context_length_exceeded`, `overloaded_error`, `RESOURCE_EXHAUSTED` … */
  readonly code: string;
  /** The parameters concerned, as the server names them, perhaps with their paths: `tools.0.custom.strict`. */
  readonly params: readonly string[];
  /** An HTTP status inside the error, as it occurs in streams. */
  readonly status: number | undefined;
  /** How long to wait, in ms, if the error itself contains this. */
  readonly retryAfterMs?: number;
  /** The context window of the model in tokens, if the error has it as a field. */
  readonly window?: number;
}

const nothing: SaidError = { message: '', code: '', params: [], status: undefined };

/** How deep errors may lie in errors: gateways put the error of the server behind them into theirs, some as a text. */
const maxDepth = 6;

/** Reads the body of an answer with an error status. */
export function readErrorBody(body: string): SaidError {
  try {
    return readError(JSON.parse(body));
  } catch {
    // An HTML page of a proxy would not help a person.
    return /^\s*</.test(body) ? nothing : readWords(body, 0);
  }
}

/**
 * Reads an error object in the formats of various servers: OpenAI's `{error: {message, type, code, param}}`,
 * Anthropic's `{error: {type, message}}`, Google's `{error: {code: 400, message, status}}` and `[{error}]`, FastAPI's
 * `{detail: [{loc, msg}]}`, Mistral's `{message: {detail: [{loc, msg}]}}` (mistralai/platform-docs-public #7), the
 * error behind a gateway in OpenRouter's `{error: {metadata: {raw}}}` (diegosouzapw/OmniRoute #3044) and in LiteLLM's
 * texts of JSON (earendil-works/pi #3575), `{error: "text"}` …
 */
export function readError(value: unknown, depth = 0): SaidError {
  if (depth > maxDepth) return nothing;
  const readWithin = (inner: unknown) => readError(inner, depth + 1);
  if (typeof value === 'string') return readWords(value, depth);
  if (Array.isArray(value)) return value.some(isIssue) ? readIssues(value.filter(isIssue)) : readWithin(value[0]);
  if (!isJsonObject(value)) return nothing;
  if (value.error !== undefined && value.error !== null) return addStatus(readWithin(value.error), value);
  // `response.failed` of OpenAI's Responses.
  if (isJsonObject(value.response) && isJsonObject(value.response.error)) return readWithin(value.response.error);
  if (isJsonObject(value.metadata) && value.metadata.raw) return addStatus(readWithin(value.metadata.raw), value);
  const inner = [value.message, value.detail].find((one) => typeof one === 'object' && one !== null);
  if (inner !== undefined) return addStatus(readWithin(inner), value);
  const { code, type, status, param, n_ctx } = value;
  const said = readWords(readSaidText(value.message) || readSaidText(value.detail) || readSaidText(value.msg), depth);
  const own = [code, status, type].map(readSaidText).find((word) => word !== '' && word !== 'error') ?? '';
  return {
    ...said,
    code: said.code || own,
    params: readSaidText(param) === '' ? said.params : [readSaidText(param), ...said.params],
    ...readStatus(value, said),
    ...readRetryInfo(value.details),
    // llama.cpp (ggml-org/llama.cpp #15780).
    ...(typeof n_ctx === 'number' ? { window: n_ctx } : {}),
  };
}

/** A text; where it is JSON, the error in that. */
function readWords(words: string, depth: number): SaidError {
  if (/^\s*[[{]/.test(words)) {
    try {
      const inner = readError(JSON.parse(words), depth + 1);
      if (inner.message !== '') return inner;
    } catch {
      // A text that only begins like JSON.
    }
  }
  const seconds = readStatedWait(words);
  return { ...nothing, message: words, ...(seconds === undefined ? {} : { retryAfterMs: Math.ceil(seconds * 1000) }) };
}

/** The error with the HTTP status of the object around it, if it has none itself. */
function addStatus(said: SaidError, around: Readonly<Record<string, unknown>>): SaidError {
  return { ...said, ...readStatus(around, said) };
}

function readStatus({ code, status }: Readonly<Record<string, unknown>>, { status: known }: SaidError) {
  const found = [code, status].map(Number).find((one) => Number.isInteger(one) && one >= 400 && one < 600);
  return { status: known ?? found };
}

const unitSeconds: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600, d: 86_400 };

/**
 * The seconds to wait that a message names: "Please try again in 4.2s" (OpenAI, Groq), "in 1m30s", "in 450ms", "Please
 * retry after 8 seconds" (Azure), "Please retry in 22.5s" (Google).
 */
function readStatedWait(words: string): number | undefined {
  const said = /(?:try again|retry)(?: again)? (?:in|after) ((?:\d+(?:\.\d+)?\s*(?:ms|[smhd])[a-z]*,?\s*)+)/i.exec(
    words,
  )?.[1];
  if (said === undefined) return undefined;
  const parts = [...said.matchAll(/(\d+(?:\.\d+)?)\s*(ms|[smhd])/gi)];
  const seconds = parts.reduce(
    (sum, [, count, unit = '']) => sum + Number(count) * (unitSeconds[unit.toLowerCase()] ?? 0),
    0,
  );
  return seconds > 0 && Number.isFinite(seconds) ? seconds : undefined;
}

/**
 * When Google accepts calls again: `{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "22.5s"}` among
 * the details, because its answers have no `retry-after` (github.com/googleapis/googleapis,
 * google/rpc/error_details.proto).
 */
function readRetryInfo(details: unknown): Pick<SaidError, 'retryAfterMs'> {
  const infos = Array.isArray(details) ? details.filter(isJsonObject) : [];
  const info = infos.find((one) => readSaidText(one['@type']).endsWith('google.rpc.RetryInfo'));
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(readSaidText(info?.retryDelay))?.[1];
  return seconds === undefined ? {} : { retryAfterMs: Math.ceil(Number(seconds) * 1000) };
}

/** An issue of pydantic, with which vLLM, Mistral and others built on FastAPI answer with status 422 or 400. */
interface Issue {
  readonly loc?: unknown;
  readonly msg: string;
}

function isIssue(value: unknown): value is Issue {
  return isJsonObject(value) && typeof value.msg === 'string';
}

/** The first issue as the message, and the places of all. */
function readIssues(issues: readonly Issue[]): SaidError {
  const places = issues.map(({ loc }) =>
    Array.isArray(loc) ? loc.filter((step, index) => index > 0 || step !== 'body').join('.') : '',
  );
  const words = issues[0]?.msg ?? '';
  return {
    ...nothing,
    message: places[0] === '' ? words : `${places[0]}: ${words}`,
    params: places.filter((place, index) => place !== '' && isRefusal(issues[index]?.msg ?? '')),
  };
}

/** Whether an issue is about a field that should not be there, not about one that is missing or wrong. */
function isRefusal(words: string): boolean {
  return /not permitted|not allowed|unexpected|unknown|unsupported/i.test(words);
}

function readSaidText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
