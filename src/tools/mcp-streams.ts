/** What of a message of JSON-RPC tells which call it belongs to. */
interface SentMessage {
  /** Of a request. */
  readonly id?: string | number;
  readonly method?: string;
  /** Of a notification that a call is cancelled: the id of the call. */
  readonly params?: { readonly requestId?: string | number };
}

/**
 * A fetch that closes the answer to a call of the Model Context Protocol when the call is cancelled. The protocol's library tells the server
 * that nobody waits any more and forgets the call, but leaves the stream of its answer open, which keeps a process from ending; a stream that
 * only broke it would ask for again.
 */
export function closingCancelled(fetcher: typeof fetch): typeof fetch {
  const open = new Map<string | number, () => void>();
  return async (input, init) => {
    const { id, method, params } = messageIn(init);
    if (method === 'notifications/cancelled' && params?.requestId !== undefined) open.get(params.requestId)?.();
    if (id === undefined || method === undefined) return fetcher(input, init);

    const call = new AbortController();
    const abort = () => call.abort();
    const around = init?.signal;
    if (around?.aborted === true) abort();
    around?.addEventListener('abort', abort, { once: true });
    const end = () => {
      open.delete(id);
      around?.removeEventListener('abort', abort);
    };
    open.set(id, abort);
    try {
      const response = await fetcher(input, { ...init, signal: call.signal });
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
      if (response.ok && response.body !== null && isStream) {
        const { stream, cancel } = cancellable(response.body, id, end);
        open.set(id, cancel);
        return answered(stream, response);
      }
      const whole = response.ok ? answered(await response.arrayBuffer(), response) : response;
      end();
      return whole;
    } catch (error) {
      end();
      throw error;
    }
  };
}

function messageIn(init: RequestInit | undefined): SentMessage {
  if (init?.method !== 'POST' || typeof init.body !== 'string') return {};
  // Written by the protocol's library.
  const message = JSON.parse(init.body) as SentMessage | readonly SentMessage[];
  return Array.isArray(message) ? {} : (message as SentMessage);
}

function answered(body: BodyInit, { status, statusText, headers }: Response): Response {
  const hasNone = status === 204 || status === 205;
  return new Response(hasNone ? null : body, { status, statusText, headers });
}

/** A stream of events that can be ended from here: as if the call had been answered, so that it is not asked for again. */
function cancellable(body: ReadableStream<Uint8Array>, id: string | number, end: () => void) {
  const reader = body.getReader();
  let out: ReadableStreamDefaultController<Uint8Array> | undefined;
  const over = () => {
    out = undefined;
    end();
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      out = controller;
    },
    async pull() {
      try {
        const { done, value } = await reader.read();
        if (value !== undefined) out?.enqueue(value);
        if (!done) return;
        out?.close();
      } catch (error) {
        out?.error(error);
      }
      over();
    },
    cancel(reason) {
      over();
      return reader.cancel(reason);
    },
  });
  const cancel = () => {
    // The empty line ends an event of which only the beginning has come.
    out?.enqueue(new TextEncoder().encode(`\n\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n\n`));
    out?.close();
    over();
    reader.cancel().catch(() => {});
  };
  return { stream, cancel };
}
