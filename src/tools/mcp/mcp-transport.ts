import {
  type JSONRPCMessage,
  StreamableHTTPClientTransport,
  type Transport,
  type TransportSendOptions,
} from '@modelcontextprotocol/client';
import { defined } from '@/base/defined';
import { createToolError } from '@/base/tool-error';
import { createCheckedFetch } from './mcp-fetch';
import { makeResultTolerant } from './mcp-results';

/** How often, and after how many ms, a broken answer stream is resumed, whatever the server requests. */
const resuming = {
  maxRetries: 2,
  initialReconnectionDelay: 500,
  maxReconnectionDelay: 4000,
  reconnectionDelayGrowFactor: 4,
};

interface Pending {
  readonly method: string;
  readonly abort: AbortController;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Streamable HTTP, in which `send` of a request resolves when its answer has arrived: so an answer that breaks off or
 * never comes rejects the request, for which the protocol's library would wait forever. Answers are repaired by
 * `makeResultTolerant` before the library validates them.
 */
export class AnsweredHttpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport['onmessage']>;
  readonly hasPerRequestStream = true;
  readonly #inner: StreamableHTTPClientTransport;
  readonly #host: string;
  readonly #pending = new Map<string | number, Pending>();
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();

  constructor(url: URL, headers: Readonly<Record<string, string>>, fetcher: typeof fetch) {
    this.#host = url.host;
    this.#inner = new StreamableHTTPClientTransport(url, {
      requestInit: { headers: { ...headers } },
      fetch: createCheckedFetch(
        fetcher,
        url.host,
        (id, error) => this.#fail(id, error),
        (id) => this.#areCalls(id),
      ),
      reconnectionOptions: resuming,
      reconnectionScheduler: (reconnect, delay) => {
        const timer = setTimeout(
          () => {
            this.#timers.delete(timer);
            reconnect();
          },
          Math.min(delay, resuming.maxReconnectionDelay),
        );
        this.#timers.add(timer);
      },
    });
    this.#inner.onmessage = (message) => this.#take(message);
    this.#inner.onerror = (error) => this.onerror?.(error);
    this.#inner.onclose = () => this.onclose?.();
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion(version);
  }

  async send(message: JSONRPCMessage, options: TransportSendOptions = {}): Promise<void> {
    if (!('method' in message)) return this.#inner.send(message);
    const cancelled = message.method === 'notifications/cancelled' ? message.params?.['requestId'] : undefined;
    if (typeof cancelled === 'number' || typeof cancelled === 'string') this.#pending.get(cancelled)?.abort.abort();
    if (!('id' in message)) return this.#inner.send(message);

    const { id, method } = message;
    const { headers, requestSignal } = options;
    const abort = new AbortController();
    const abortRequest = () => abort.abort();
    if (requestSignal?.aborted === true) abortRequest();
    requestSignal?.addEventListener('abort', abortRequest);
    try {
      await new Promise<void>((resolve, reject) => {
        this.#pending.set(id, { method, abort, resolve, reject });
        // A caller that aborts has its own answer.
        abort.signal.addEventListener('abort', () => resolve());
        const onRequestStreamEnd = () => reject(createBrokenOffError(this.#host));
        const wishes = {
          requestSignal: abort.signal,
          onRequestStreamEnd,
          ...defined({ headers }),
        };
        this.#inner.send(message, wishes).catch(reject);
      });
    } finally {
      this.#pending.delete(id);
      requestSignal?.removeEventListener('abort', abortRequest);
    }
  }

  /** Notifies the server that the session is over. Rejects if the server does not support this. */
  terminateSession(): Promise<void> {
    return this.#inner.terminateSession();
  }

  async close(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    for (const { reject } of this.#pending.values()) reject(createBrokenOffError(this.#host));
    await this.#inner.close();
  }

  /** Whether a request calls a tool; undefined: whether all open ones do. */
  #areCalls(id: string | number | undefined): boolean {
    const asked = id === undefined ? [...this.#pending.values()] : [this.#pending.get(id)];
    return asked.every((request) => request?.method === 'tools/call');
  }

  #fail(id: string | number, error: Error): void {
    const pending = this.#pending.get(id);
    pending?.reject(error);
    pending?.abort.abort();
  }

  #take(message: JSONRPCMessage): void {
    const id = 'method' in message ? undefined : message.id;
    const request = id === undefined ? undefined : (this.#pending.get(id) ?? this.#pending.get(Number(id)));
    if (request !== undefined && 'result' in message) {
      this.onmessage?.({ ...message, result: makeResultTolerant(request.method, message.result) });
    } else this.onmessage?.(message);
    request?.resolve();
  }
}

function createBrokenOffError(host: string): Error {
  return createToolError(
    `${host} stopped in the middle of its answer.`,
    'Try it again. If this continues, the server has a fault.',
  );
}
