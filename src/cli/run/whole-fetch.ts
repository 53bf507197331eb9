import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

/**
 * The handler of a request in undici, as `fetch` gives it to a dispatcher: with the first four methods in undici 6
 * (Node 20 and 22), with the last four in undici 7 (Node 24; undici.nodejs.org, "Dispatcher.dispatch").
 */
interface Handler {
  onHeaders?(status: number, headers: readonly Uint8Array[], ...more: readonly unknown[]): boolean;
  onData?(chunk: Uint8Array): boolean;
  onComplete?(trailers: unknown): void;
  onError?(error: Error): void;
  onResponseStart?(controller: unknown, status: number, headers: Headers7, message: unknown): void;
  onResponseData?(controller: unknown, chunk: Uint8Array): void;
  onResponseEnd?(controller: unknown, trailers: unknown): void;
  onResponseError?(controller: unknown, error: Error): void;
}
type Headers7 = Readonly<Record<string, string | readonly string[] | undefined>>;

type Dispatch = (options: object, handler: Handler) => boolean;

/** The dispatcher that `fetch` sends by (undici.nodejs.org, "Global Installation", and `Dispatcher.compose`). */
interface ComposedDispatcher {
  compose(interceptor: (dispatch: Dispatch) => Dispatch): object;
}

const decoders: Readonly<Record<string, typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The `fetch` of Node, for which a compressed answer that is cut off is broken. By itself it takes what there is for
 * all of it (nodejs/undici #2123), because it lets the decoder stop anywhere.
 */
export const fetchWhole: typeof fetch = (input, init) => {
  // Nothing is in this place until something of `fetch` was used.
  void new Headers();
  const held = (globalThis as { readonly [key: symbol]: unknown })[Symbol.for('undici.globalDispatcher.1')];
  // An option of Node alone, which the types of a page do not have.
  const asked = isComposed(held) ? { ...init, dispatcher: held.compose(checkEnds) } : init;
  return fetch(input, asked);
};

function isComposed(held: unknown): held is ComposedDispatcher {
  return typeof held === 'object' && held !== null && 'compose' in held && typeof held.compose === 'function';
}

/** Decodes a compressed answer beside `fetch`, and tells it of an end that is none. */
function checkEnds(dispatch: Dispatch): Dispatch {
  return (options, handler) => {
    const check = createEndCheck();
    const checked: Handler = {
      onHeaders: (status, headers, ...more) => {
        check.begin(readEncoding(headers));
        return handler.onHeaders?.(status, headers, ...more) ?? true;
      },
      onData: (chunk) => {
        check.take(chunk);
        return handler.onData?.(chunk) ?? true;
      },
      onComplete: (trailers) =>
        check.end(
          () => handler.onComplete?.(trailers),
          (error) => handler.onError?.(error),
        ),
      onError: (error) => {
        check.stop();
        handler.onError?.(error);
      },
      onResponseStart: (controller, status, headers, message) => {
        const { 'content-encoding': encoding } = headers;
        check.begin(typeof encoding === 'string' ? encoding.trim().toLowerCase() : '');
        handler.onResponseStart?.(controller, status, headers, message);
      },
      onResponseData: (controller, chunk) => {
        check.take(chunk);
        handler.onResponseData?.(controller, chunk);
      },
      onResponseEnd: (controller, trailers) =>
        check.end(
          () => handler.onResponseEnd?.(controller, trailers),
          (error) => handler.onResponseError?.(controller, error),
        ),
      onResponseError: (controller, error) => {
        check.stop();
        handler.onResponseError?.(controller, error);
      },
    };
    return dispatch(options, new Proxy(handler, { get: (target, key) => findMethod(target, checked, key) }));
  };
}

/** Whether an answer is whole, by a decoder that gets all of its bytes. */
function createEndCheck() {
  let decoder: ReturnType<typeof createGunzip> | undefined;
  let isEmpty = true;
  let over = false;
  return {
    begin(encoding: string) {
      decoder = decoders[encoding]?.();
      // What it cannot read at all, `fetch` itself tells of.
      decoder?.on('error', () => {}).resume();
    },
    take(chunk: Uint8Array) {
      isEmpty &&= chunk.byteLength === 0;
      if (decoder?.errored === null) decoder.write(chunk);
    },
    end(complete: () => void, fail: (error: Error) => void) {
      const completeOnce = () => {
        if (!over) complete();
        over = true;
      };
      if (decoder === undefined || isEmpty || decoder.errored !== null) return completeOnce();
      decoder.once('end', completeOnce).once('error', () => {
        if (!over) fail(Object.assign(new Error('The answer is cut off.'), { code: 'UND_ERR_SOCKET' }));
        over = true;
      });
      decoder.end();
    },
    stop() {
      over = true;
      decoder?.destroy();
    },
  };
}

function findMethod(target: Handler, checked: Handler, key: string | symbol): unknown {
  const own: unknown = Reflect.get(target, key);
  if (typeof own !== 'function') return own;
  const replaced: unknown = Reflect.get(checked, key);
  return replaced ?? own.bind(target);
}

/** The encoding of an answer; empty if there is none, or several. */
function readEncoding(headers: readonly Uint8Array[]): string {
  const texts = headers.map((bytes) => Buffer.from(bytes).toString('latin1').toLowerCase());
  const at = texts.findIndex((text, index) => index % 2 === 0 && text === 'content-encoding');
  return at < 0 ? '' : (texts[at + 1]?.trim() ?? '');
}
