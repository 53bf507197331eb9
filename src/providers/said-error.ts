/** The error message of a server. A field is empty if the server sent nothing for it. */
export interface SaidError {
  readonly message: string;
  /** The server's code for the error: `context_length_exceeded`, `overloaded_error`, `RESOURCE_EXHAUSTED` … */
  readonly code: string;
  /** The parameter concerned, if the server names one. */
  readonly param: string;
  /** An HTTP status inside the error, as it occurs in streams. */
  readonly status: number | undefined;
  /** How long to wait, in ms, if the error itself contains this. */
  readonly retryAfterMs?: number;
}

const nothing: SaidError = { message: '', code: '', param: '', status: undefined };

/** Reads the body of an answer with an error status. */
export function readErrorBody(body: string): SaidError {
  try {
    return readError(JSON.parse(body));
  } catch {
    // An HTML page of a proxy would not help a person.
    return { ...nothing, message: /^\s*</.test(body) ? '' : body };
  }
}

/**
 * Reads an error object in the formats of various servers: OpenAI's `{error: {message, type, code, param}}`,
 * Anthropic's `{error: {type, message}}`, Google's `{error: {code: 400, message, status}}` and `[{error}]`, FastAPI's
 * `{detail: [{loc, msg}]}`, `{error: "text"}` …
 */
export function readError(value: unknown): SaidError {
  if (typeof value === 'string') return { ...nothing, message: value };
  if (Array.isArray(value)) return readError(value[0]);
  if (typeof value !== 'object' || value === null) return nothing;
  const object = value as Readonly<Record<string, unknown>>;
  if (object.error !== undefined && object.error !== null) return readError(object.error);
  // `response.failed` of OpenAI's Responses.
  if (isObject(object.response) && isObject(object.response.error)) return readError(object.response.error);
  if (Array.isArray(object.detail)) return readDetail(object.detail[0]);
  const { code, type, status } = object;
  return {
    message: text(object.message) || text(object.detail) || text(object.msg),
    code: [code, status, type].map(text).find((word) => word !== '' && word !== 'error') ?? '',
    param: text(object.param),
    status: [code, status].find((one) => typeof one === 'number' && one >= 400 && one < 600) as number | undefined,
    ...readRetryInfo(object.details),
  };
}

/**
 * When Google accepts calls again: `{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "22.5s"}` among
 * the details, because its answers have no `retry-after` (github.com/googleapis/googleapis,
 * google/rpc/error_details.proto).
 */
function readRetryInfo(details: unknown): Pick<SaidError, 'retryAfterMs'> {
  const infos = Array.isArray(details) ? details.filter(isObject) : [];
  const info = infos.find((one) => text(one['@type']).endsWith('google.rpc.RetryInfo'));
  const seconds = /^(\d{1,9}(?:\.\d{1,9})?)s$/.exec(text(info?.retryDelay))?.[1];
  return seconds === undefined ? {} : { retryAfterMs: Math.ceil(Number(seconds) * 1000) };
}

/** An issue of pydantic, with which vLLM and other servers built on FastAPI answer with status 422. */
function readDetail(value: unknown): SaidError {
  if (!isObject(value)) return readError(value);
  const location = Array.isArray(value.loc) ? value.loc.filter((step) => step !== 'body').map(String) : [];
  const message = text(value.msg);
  return {
    ...nothing,
    message: location.length === 0 ? message : `${location.join('.')}: ${message}`,
    param: location.join('.'),
  };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
