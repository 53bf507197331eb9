import { toolError } from '../tool-error';

/** Most bytes that are read of one answer of a server: a picture of 10 MB as base64, and its envelope. */
export const maxMcpAnswerBytes = 16 * 2 ** 20;
/** Most bytes that are read of what comes with a status of failure. */
const maxFailureBytes = 2 ** 16;

type RequestId = string | number;

/** Is told that the answer to a request is not what the protocol has, as soon as that is seen. */
export type OnFault = (id: RequestId, error: Error) => void;

/**
 * A fetch for the transport of the protocol's library, which waits for ever for an answer that is broken. Here an
 * answer that is empty, too long, no JSON or belongs to another request is an error at once: of the fetch, or of
 * `onFault` where it comes as a stream. The stream on which a server may speak unasked is not opened: nothing is
 * listened to, and it would hold a connection.
 */
export function checkedFetch(fetcher: typeof fetch, host: string, onFault: OnFault): typeof fetch {
  return async (input, init) => {
    const isGet = init?.method === 'GET';
    if (isGet && !new Headers(init.headers).has('last-event-id')) return new Response(null, { status: 405 });
    const response = await fetcher(input, init);
    if (response.type === 'opaqueredirect') throw sentOn(host);
    if (init?.method === 'DELETE') return response;
    const id = isGet ? undefined : requestIdOf(init?.body);
    if (!response.ok) return rebuilt(await readAtMost(response, maxFailureBytes), response);
    if (id === undefined && !isGet) {
      await response.body?.cancel();
      return rebuilt(null, response);
    }
    if (isStream(response) && response.body !== null) {
      const check = new StreamCheck(host, id, onFault);
      return rebuilt(response.body.pipeThrough(check.stream), response);
    }
    const text = await readAtMost(response, maxMcpAnswerBytes + 1);
    if (text.length > maxMcpAnswerBytes) throw answerTooLong(host);
    if (id !== undefined) checkAnswer(text, id, host);
    return rebuilt(text, response);
  };
}

/** Looks at a stream of events while it passes. Format: html.spec.whatwg.org, server-sent events. */
class StreamCheck {
  readonly #decoder = new TextDecoder();
  readonly #host: string;
  readonly #id: RequestId | undefined;
  readonly #onFault: OnFault;
  #left = maxMcpAnswerBytes;
  /** Bits of the line that is under way, and the data of the event that is. */
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
          this.#left < 0 ? answerTooLong(this.#host) : this.#faultIn(this.#decoder.decode(bytes, { stream: true }));
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
    const message = parsed(data);
    if (message === undefined) return notJson(this.#host);
    const isOther = this.#id !== undefined && isAnswer(message) && String(message.id) !== String(this.#id);
    return isOther ? otherAnswer(this.#host) : undefined;
  }
}

function checkAnswer(text: string, id: RequestId, host: string): void {
  if (text.trim() === '') throw toolError(`${host} gave an empty answer.`, tellServer);
  const message = parsed(text);
  if (message === undefined) throw notJson(host);
  const all = Array.isArray(message) ? message : [message];
  if (!all.some((one) => isAnswer(one) && String(one.id) === String(id))) throw otherAnswer(host);
}

/** What to do about an answer that is none. */
export const tellServer = 'Try it again; if it stays so, the server has a fault.';

function notJson(host: string): Error {
  return toolError(
    `${host} answered with something that is not JSON.`,
    'Check that the address is that of its MCP endpoint.',
  );
}

/** The error for an answer that belongs to no request that is open. `host`: who gave it. */
export function otherAnswer(host: string): Error {
  return toolError(`${host} answered another request than the one that was sent.`, tellServer);
}

/** A page is not even told where it would go. */
function sentOn(host: string): Error {
  return toolError(`${host} redirects to another address, which is not followed.`, 'Check the address.');
}

/** The error for an answer that is not read to its end. */
export function answerTooLong(host: string): Error {
  return toolError(`The answer of ${host} is longer than ${maxMcpAnswerBytes} bytes.`, 'Ask the tool for less.');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function isAnswer(message: unknown): message is { readonly id?: unknown } {
  return typeof message === 'object' && message !== null && ('result' in message || 'error' in message);
}

/** The id of a request that is sent; undefined for notifications, and for answers of ours. */
function requestIdOf(body: unknown): RequestId | undefined {
  // Written by the protocol's library, which sends one message at a time.
  const message = typeof body === 'string' ? (parsed(body) as { id?: RequestId; method?: string }) : {};
  return message.method === undefined ? undefined : message.id;
}

function isStream({ headers }: Response): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') === true;
}

/** The text of an answer; what is beyond a bound, in bytes, is not read. */
export async function readAtMost(response: Response, most: number): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  const texts: string[] = [];
  let left = most;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return texts.join('') + decoder.decode();
    texts.push(decoder.decode(value.subarray(0, left), { stream: true }));
    left -= value.byteLength;
    if (left > 0) continue;
    await reader.cancel();
    return texts.join('');
  }
}

function rebuilt(body: BodyInit | null, { status, statusText, headers }: Response): Response {
  const hasNone = status === 204 || status === 205;
  return new Response(hasNone ? null : body, { status, statusText, headers });
}
