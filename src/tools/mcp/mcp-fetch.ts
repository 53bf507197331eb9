import { readBoundedBytes, readFirstBytes } from '@/base/bounded-body';
import { quoteWholeNumbers, tryParseJson, unquoteWholeNumbers } from '@/base/json-text';
import { createToolError } from '@/base/tool-error';

/** The most bytes of one answer of a server: a picture of 10 MB as base64 with its envelope. */
export const maxMcpAnswerBytes = 16 * 2 ** 20;
/** The most bytes that are read of an answer with an error status. */
const maxFailureBytes = 2 ** 16;

type RequestId = string | number;

/** Called as soon as the answer to a request violates the protocol. */
export type OnFault = (id: RequestId, error: Error) => void;

/**
 * A fetch for the transport of the protocol's library, which would wait forever for a broken answer. Here an answer
 * that is empty, too long, not JSON or for another request is an error at once: the fetch rejects, or `onFault` is
 * called for a stream. Whole numbers that JavaScript would round are quoted for those requests whose `keepsDigits` is
 * true (undefined: a stream that is resumed, for any of those that are open). The stream for unsolicited messages of a
 * server is not opened: nobody would read it, and it
 * would hold a connection.
 */
export function createCheckedFetch(
  fetcher: typeof fetch,
  host: string,
  onFault: OnFault,
  keepsDigits: (id: RequestId | undefined) => boolean,
): typeof fetch {
  return async (input, init) => {
    const isGet = init?.method === 'GET';
    if (isGet && !new Headers(init.headers).has('last-event-id')) return new Response(null, { status: 405 });
    const { body } = init ?? {};
    // The library writes JSON itself.
    const sent = typeof body === 'string' ? { ...init, body: unquoteWholeNumbers(body) } : init;
    const response = await fetcher(input, sent);
    if (init?.method === 'DELETE') return response;
    const id = isGet ? undefined : findRequestId(init?.body);
    if (!response.ok) return rebuildResponse((await readFirstBytes(response.body, maxFailureBytes)).bytes, response);
    if (id === undefined && !isGet) {
      await response.body?.cancel();
      return rebuildResponse(null, response);
    }
    if (isStream(response) && response.body !== null) {
      const check = new StreamCheck(host, id, onFault);
      const checked = response.body.pipeThrough(check.stream);
      return rebuildResponse(keepsDigits(id) ? checked.pipeThrough(createDigitKeeper()) : checked, response);
    }
    const bytes = await readBoundedBytes(response.body, maxMcpAnswerBytes);
    if (bytes === undefined) throw createTooLongError(host);
    const text = new TextDecoder().decode(bytes);
    if (id !== undefined) checkAnswer(text, id, host);
    return rebuildResponse(keepsDigits(id) ? quoteWholeNumbers(text) : text, response);
  };
}

/** Quotes whole numbers in the data of a stream of events. No number goes on in another line. */
function createDigitKeeper(): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let line: string[] = [];
  const quote = (text: string) => encoder.encode(text.replace(/^data:[^\r\n]*/gm, quoteWholeNumbers));
  return new TransformStream({
    transform: (bytes, controller) => {
      const text = decoder.decode(bytes, { stream: true });
      const end = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1;
      line.push(text.slice(0, end));
      if (end > 0) {
        controller.enqueue(quote(line.join('')));
        line = [];
      }
      line.push(text.slice(end));
    },
    flush: (controller) => controller.enqueue(quote(line.join(''))),
  });
}

/** Checks a stream of events as it passes through. Format: html.spec.whatwg.org, server-sent events. */
class StreamCheck {
  readonly #decoder = new TextDecoder();
  readonly #host: string;
  readonly #id: RequestId | undefined;
  readonly #onFault: OnFault;
  #left = maxMcpAnswerBytes;
  /** Pieces of the incomplete line, and the data of the incomplete event. */
  #line: string[] = [];
  #data: string[] = [];
  readonly stream: TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>;

  constructor(host: string, id: RequestId | undefined, onFault: OnFault) {
    this.#host = host;
    this.#id = id;
    this.#onFault = onFault;
    this.stream = new TransformStream({
      transform: (bytes, controller) => {
        this.#left -= bytes.byteLength;
        const fault =
          this.#left < 0
            ? createTooLongError(this.#host)
            : this.#faultIn(this.#decoder.decode(bytes, { stream: true }));
        if (fault === undefined) return controller.enqueue(bytes);
        if (this.#id !== undefined) this.#onFault(this.#id, fault);
        controller.error(fault);
      },
    });
  }

  #faultIn(text: string): Error | undefined {
    const [first = '', ...others] = text.split(/\r\n|\n|\r/);
    this.#line.push(first);
    for (const next of others) {
      const fault = this.#endLine(this.#line.join(''));
      if (fault !== undefined) return fault;
      this.#line = [next];
    }
    return undefined;
  }

  #endLine(line: string): Error | undefined {
    if (line.startsWith('data:')) this.#data.push(line.slice(5));
    if (line !== '' || this.#data.length === 0) return undefined;
    const data = this.#data.join('\n');
    this.#data = [];
    if (data.trim() === '') return undefined;
    const message = tryParseJson(data);
    if (message === undefined) return createNotJsonError(this.#host);
    if (this.#id === undefined || !isAnswer(message) || String(message.id) === String(this.#id)) return undefined;
    return findUnaddressedError(message) ?? createOtherAnswerError(this.#host);
  }
}

function checkAnswer(text: string, id: RequestId, host: string): void {
  if (text.trim() === '') throw createToolError(`${host} gave an empty answer.`, serverAdvice);
  const message = tryParseJson(text);
  if (message === undefined) throw createNotJsonError(host);
  const all = Array.isArray(message) ? message : [message];
  if (all.some((one) => isAnswer(one) && String(one.id) === String(id))) return;
  throw all.map(findUnaddressedError).find((error) => error !== undefined) ?? createOtherAnswerError(host);
}

/** An error of a server that names no request, in its own words, which may hold what was sent to it. */
export class UnaddressedError extends Error {}

/**
 * The error in an answer that names no request, as third-party servers send it: `{"error": "Session not found"}`
 * (actionhero/keryx #503), `{"error": {"message": …}, "id": null}`. Undefined: the answer is another one.
 */
function findUnaddressedError(message: unknown): Error | undefined {
  if (!isAnswer(message) || (message.id !== undefined && message.id !== null)) return undefined;
  const { error } = message as { readonly error?: unknown };
  const words =
    typeof error === 'string' ? error : (error as { readonly message?: unknown } | null | undefined)?.message;
  return typeof words === 'string' && words !== '' ? new UnaddressedError(words) : undefined;
}

/** Advice about an invalid answer. */
export const serverAdvice = 'Try it again. If this continues, the server has a fault.';

function createNotJsonError(host: string): Error {
  return createToolError(
    `${host} answered with something that is not JSON.`,
    'Check that the address is that of its MCP endpoint.',
  );
}

/** The error for an answer that matches no open request. `host`: the server that sent it. */
export function createOtherAnswerError(host: string): Error {
  return createToolError(`${host} answered a different request from the one that was sent.`, serverAdvice);
}

/** The error for an answer that is too long to be read to its end. */
export function createTooLongError(host: string): Error {
  return createToolError(`The answer of ${host} is longer than ${maxMcpAnswerBytes} bytes.`, 'Ask the tool for less.');
}

function isAnswer(message: unknown): message is { readonly id?: unknown } {
  return typeof message === 'object' && message !== null && ('result' in message || 'error' in message);
}

/** The id of an outgoing request; undefined for notifications, and for our answers. */
function findRequestId(body: unknown): RequestId | undefined {
  // Written by the protocol's library, which sends one message at a time.
  const message = typeof body === 'string' ? (tryParseJson(body) as { id?: RequestId; method?: string }) : {};
  return message.method === undefined ? undefined : message.id;
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function rebuildResponse(body: BodyInit | null, { status, statusText, headers }: Response): Response {
  const hasNone = status === 204 || status === 205;
  return new Response(hasNone ? null : body, { status, statusText, headers });
}
