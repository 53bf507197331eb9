import { createCancelledError } from '@/base/cancelled';
import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { decodeJson, encodeJson, quoteWholeNumbers, unquoteWholeNumbers } from '@/base/json-text';
import { type AnswerMender, mendStream, mendWhole } from './adapters/answers/mend-answer';
import { boundAnswer } from './bounded-answer';
import { classifyAnswer, formatServerWords, readRetryAfter } from './classify-error';
import { explainProviderUnreachable } from './explain-unreachable';
import type { FileMarks } from './file-marks';
import type { ProviderConfig } from './provider-config';
import { createProviderError, createProviderFetch } from './provider-error';

/** The connection of one call to its server. */
export interface Wire {
  /**
   * A fetch that rejects with an `AppError` for everything except the start of an answer: error statuses, refused
   * connections, missing CORS headers, web pages instead of an answer. So errors are classified in one place, whatever
   * library implements the protocol. `edit`: makes the final changes to the body of the request. `mender`: corrects the
   * answer.
   */
  fetchWith(edit: (body: JsonObject) => JsonObject, mender: AnswerMender): typeof fetch;
  /**
   * The JSON document with which the server answered instead of a stream. The fetch then rejected with {@link
   * NotStreamed}. It answers the next request with this document without sending anything, so that the library can read
   * it as a complete answer.
   */
  whole(): string | undefined;
  /** The body of the request, once it was sent. */
  sent(): JsonObject | undefined;
}

/** Thrown when an answer is a complete document instead of a stream. */
export class NotStreamed extends Error {}

interface WireOptions {
  readonly provider: ProviderConfig;
  readonly model: string;
  /** Texts that no message may contain: the key, and values of headers. */
  readonly secrets: readonly string[];
  /** Headers set by the person, in addition to those of the protocol. */
  readonly headers: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly fetch: typeof fetch;
  /** Replaces the marks in a body by the bytes of files. */
  readonly files: Pick<FileMarks, 'fill' | 'stream'>;
  /** Whether `fetch` can send a stream. */
  readonly streams: boolean;
  /** Origins that have answered this page before: a failure there is not caused by missing CORS headers. */
  readonly reached: Set<string>;
  /** Called with the headers of each answer. */
  readonly onAnswer?: ((headers: Headers) => void) | undefined;
}

/** Opens the connection of a call. */
export function openWire(options: WireOptions): Wire {
  const { provider, model, secrets, signal } = options;
  const fetcher = createProviderFetch(provider, options.fetch);
  let wholeAnswer: string | undefined;
  let sent: JsonObject | undefined;
  // In these protocols the arguments of a call are no text, but a part of the answer, which the library reads.
  const hasValues = provider.protocol === 'google' || provider.protocol === 'anthropic';
  const forLibrary = hasValues ? quoteWholeNumbers : (json: string) => json;

  async function sendRequest(input: Parameters<typeof fetch>[0], init: RequestInit): Promise<Response> {
    const origin = new URL(provider.baseUrl).origin;
    try {
      const response = await fetcher(input, init);
      options.reached.add(origin);
      options.onAnswer?.(response.headers);
      return boundAnswer(response, provider);
    } catch (failure) {
      if (signal.aborted) throw createCancelledError('The call');
      if (failure instanceof AppError) throw failure;
      const headers = new Headers(init.headers);
      const isReached = options.reached.has(origin);
      throw await explainProviderUnreachable(provider, { failure, fetch: fetcher, signal, headers, isReached });
    }
  }

  return {
    whole: () => wholeAnswer,
    sent: () => sent,
    fetchWith: (edit, mender) => async (input, init) => {
      if (wholeAnswer !== undefined)
        return new Response(forLibrary(wholeAnswer), { headers: { 'content-type': 'application/json' } });
      const headers = new Headers(init?.headers);
      // Servers do not expect this header in a preflight request; some would refuse browsers that send it.
      headers.delete('user-agent');
      for (const [name, value] of Object.entries(options.headers)) headers.set(name, value);
      sent = edit(decodeJson(unquoteWholeNumbers(String(init?.body))) as JsonObject);
      const response = await sendRequest(input, { ...init, ...(await buildBody(encodeJson(sent), headers, options)) });
      if (!response.ok) {
        const text = await response.text().catch(() => '');
        const retryAfterMs = readRetryAfter(response.headers, Date.now());
        throw classifyAnswer(provider, { status: response.status, body: text, retryAfterMs, model, secrets });
      }
      const type = response.headers.get('content-type') ?? '';
      if (/^application\/json/.test(type)) {
        wholeAnswer = mendWhole(await response.text(), mender);
        throw new NotStreamed();
      }
      // Some servers answer like this, with status 200, when the path is wrong.
      if (/^text\/html/.test(type)) throw createNoAnswerError(provider, '', secrets);
      return mendStream(response, mender, forLibrary);
    },
  };
}

/** The body, with its headers: a stream needs a content length, because some servers refuse it without one. */
async function buildBody(text: string, headers: Headers, { files, streams }: WireOptions): Promise<RequestInit> {
  const streamed = streams ? files.stream(text) : undefined;
  if (streamed === undefined) return { headers, body: await files.fill(text) };
  headers.set('content-length', String(streamed.length));
  // The standard (fetch.spec.whatwg.org) requires `duplex`, but the types of the DOM lack it.
  const half: object = { duplex: 'half' };
  return { ...half, headers, body: streamed.stream };
}

/** The error for an answer with status 200 that is not from a model. `body`: the content, if it may explain why. */
export function createNoAnswerError(provider: ProviderConfig, body: string, secrets: readonly string[]) {
  const message = `${provider.label} did not send a model’s answer.${formatServerWords(body, secrets)}`;
  return createProviderError(provider, 'bad_request', message, {
    advice: `Check its base URL in Models (${provider.baseUrl}). It usually ends with /v1.`,
  });
}
