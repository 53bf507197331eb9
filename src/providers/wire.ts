import { cancelled } from '@/base/cancelled';
import type { JsonObject } from '@/base/json';
import { boundedAnswer } from './bounded-answer';
import { classifyAnswer, serverSays } from './classify-error';
import { explainProviderUnreachable } from './explain-unreachable';
import type { FileMarks } from './file-marks';
import type { ProviderConfig } from './provider-config';
import { providerError } from './provider-error';

/** The way of one call to its server. */
export interface Wire {
  /**
   * A fetch that rejects with an `AppError` for all that is not the start of an answer: error statuses, refused
   * connections, missing CORS headers, web pages in the place of an answer. So errors are told apart in one place,
   * whatever library speaks the protocol. `edit`: the last word on the body of the request.
   */
  fetchWith(edit: (body: JsonObject) => JsonObject): typeof fetch;
  /**
   * The JSON document with which the server answered where a stream was asked for. The fetch then rejected with {@link
   * NotStreamed}, and answers the next request with this document, without sending anything: for the library to read it
   * as a whole answer.
   */
  whole(): string | undefined;
  /** The body of the request, once it was sent. */
  sent(): JsonObject | undefined;
}

/** That an answer came whole, not as a stream. */
export class NotStreamed extends Error {}

interface WireOptions {
  readonly provider: ProviderConfig;
  readonly model: string;
  /** What is not to be seen in any message: the key, values of headers. */
  readonly secrets: readonly string[];
  /** Of the person, beside those of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Puts the bytes of files into a body, where it has marks of them. */
  readonly files: Pick<FileMarks, 'fill' | 'stream'>;
  /** Whether `fetch` sends a stream. */
  readonly streams: boolean;
  /** Origins that have answered this page before: what fails there is no missing permission. */
  readonly reached: Set<string>;
  /** Told the headers of each answer. */
  readonly onAnswer?: ((headers: Headers) => void) | undefined;
}

/** Opens the way of a call. */
export function openWire(options: WireOptions): Wire {
  const { provider, model, secrets, signal } = options;
  let whole: string | undefined;
  let sent: JsonObject | undefined;

  async function send(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
    const origin = new URL(provider.baseUrl).origin;
    try {
      const response = await options.fetch(input, init);
      options.reached.add(origin);
      options.onAnswer?.(response.headers);
      return boundedAnswer(response, provider);
    } catch {
      if (signal.aborted) throw cancelled('The call');
      const headers = new Headers(init.headers);
      const isReached = options.reached.has(origin);
      throw await explainProviderUnreachable(provider, { fetch: options.fetch, signal, headers, isReached });
    }
  }

  return {
    whole: () => whole,
    sent: () => sent,
    fetchWith: (edit) => async (input, init) => {
      if (whole !== undefined) return new Response(whole, { headers: { 'content-type': 'application/json' } });
      const headers = new Headers(init?.headers);
      // Not a header that servers expect in a preflight request; browsers that send it would be refused by some.
      headers.delete('user-agent');
      for (const [name, value] of Object.entries(options.headers)) headers.set(name, value);
      sent = edit(JSON.parse(String(init?.body)) as JsonObject);
      const response = await send(input, { ...init, ...(await bodyOf(JSON.stringify(sent), headers, options)) });
      if (!response.ok) {
        const text = await response.text().catch(() => '');
        const retryAfter = response.headers.get('retry-after');
        throw classifyAnswer(provider, { status: response.status, body: text, retryAfter, model, secrets });
      }
      const type = response.headers.get('content-type') ?? '';
      if (/^application\/json/.test(type)) {
        whole = await response.text();
        throw new NotStreamed();
      }
      // Some servers answer so, with status 200, when the path is wrong.
      if (/^text\/html/.test(type)) throw noAnswer(provider, '', secrets);
      return response;
    },
  };
}

/** The body, with its headers: a stream tells its length, as some servers take none without. */
async function bodyOf(text: string, headers: Headers, { files, streams }: WireOptions): Promise<RequestInit> {
  const streamed = streams ? files.stream(text) : undefined;
  if (streamed === undefined) return { headers, body: await files.fill(text) };
  headers.set('content-length', String(streamed.length));
  // `duplex` is asked for by the standard (fetch.spec.whatwg.org), and not in the types of the DOM.
  const half: object = { duplex: 'half' };
  return { ...half, headers, body: streamed.stream };
}

/** The error for an answer with status 200 that is none of a model. `body`: what came, if it may say why. */
export function noAnswer(provider: ProviderConfig, body: string, secrets: readonly string[]) {
  const message = `${provider.label} sent no answer of a model.${serverSays(body, secrets)}`;
  return providerError(provider, 'bad_request', message, {
    advice: `Check its base URL in Models (${provider.baseUrl}). As a rule it ends with /v1.`,
  });
}
