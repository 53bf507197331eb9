import type { z } from 'zod';
import { readBoundedBytes } from '@/base/bounded-body';
import { AppError } from '@/base/errors';
import { decodeJson, encodeJson } from '@/base/json-text';
import { createOriginFetch } from '@/base/within-origin';
import { refusalAnswer } from './server-answers';

/** How a server is reached. */
export interface ServerAccess {
  readonly name: string;
  readonly address: string;
  readonly token: string | undefined;
}

/** Asks one server of runs. Errors: `PROVIDER_ERROR` with `details.kind`, `VALIDATION_ERROR` with `details.status`. */
export interface ServerClient {
  /** Asks for JSON. */
  json<T>(path: string, schema: z.ZodType<T>, init?: RequestInit): Promise<T>;
  /** Asks for nothing but that it is done. */
  done(path: string, init?: RequestInit): Promise<void>;
  /** The body of an answer, piece by piece; undefined: there is no such thing (404, 204). */
  pages(path: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>> | undefined>;
}

/** How long an answer may take to begin, and JSON to arrive, in ms. */
const patienceMs = 30_000;
/** The most bytes of an answer that is JSON: a page of a thousand events has some. */
const maxJsonBytes = 64 * 2 ** 20;

/** A body of JSON that is posted. */
export function createJsonBody(value: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: encodeJson(value),
  };
}

/** Makes a client. `origin`: that of the page, for what a person is told to do. */
export function createServerClient(
  { name: called, address, token }: ServerAccess,
  fetcher: typeof globalThis.fetch,
  origin: string,
): ServerClient {
  const fetch = createOriginFetch(
    fetcher,
    (message, advice) => new AppError('PROVIDER_ERROR', message, { advice, details: { kind: 'bad_request' } }),
  );
  const name = `${called.charAt(0).toUpperCase()}${called.slice(1)}`;

  async function askServer(path: string, { signal, ...init }: RequestInit = {}): Promise<Response> {
    const patience = new AbortController();
    const timer = setTimeout(() => patience.abort(), patienceMs);
    const headers = new Headers(init.headers);
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    const response = await fetch(`${address}/api/v1${path}`, {
      ...init,
      headers,
      cache: 'no-store',
      credentials: 'omit',
      signal: signal == null ? patience.signal : AbortSignal.any([signal, patience.signal]),
    })
      .catch(async (error: unknown) => {
        if (signal?.aborted === true || error instanceof AppError) throw error;
        throw await unreachable(error);
      })
      .finally(() => clearTimeout(timer));
    if (response.ok || response.status === 404) return response;
    throw await refusal(response);
  }

  /** A browser does not tell a page that is refused from a server that is off. `no-cors` does. */
  async function unreachable(cause: unknown): Promise<AppError> {
    // It holds no token, and a page may send it only if redirects are followed.
    const probe = { mode: 'no-cors', cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
    const isThere = await fetcher(`${address}/healthz`, probe).then(
      () => true,
      () => false,
    );
    if (!isThere) {
      return new AppError('PROVIDER_ERROR', `${name} does not answer at ${address}.`, {
        advice: 'Is heddle serve running there?',
        retryable: true,
        details: { kind: 'network' },
        cause,
      });
    }
    return new AppError('PROVIDER_ERROR', `${name} does not answer pages of ${origin}.`, {
      advice: `Start it with: heddle serve --allow-origin ${origin}`,
      details: { kind: 'cors' },
      cause,
    });
  }

  async function refusal(response: Response): Promise<AppError> {
    const { status } = response;
    const said = refusalAnswer.safeParse(await readJson(response)).data?.error;
    if (status === 401) {
      return new AppError(
        'PROVIDER_ERROR',
        token === undefined ? `${name} wants a token.` : `${name} does not know the token.`,
        {
          advice: 'Make one there with: heddle token make --scope admin',
          details: { kind: 'auth', status },
        },
      );
    }
    if (status === 403) {
      return new AppError('PROVIDER_ERROR', `The token for ${called} may not do this. ${said?.message ?? ''}`.trim(), {
        advice: 'Make one there with: heddle token make --scope admin',
        details: { kind: 'auth', status },
      });
    }
    const [problem] = said?.problems ?? [];
    const why = [said?.message, problem && `${problem.path}: ${problem.message}`].filter(Boolean).join(' ');
    const retryable = status === 429 || status >= 500;
    return new AppError(
      retryable ? 'PROVIDER_ERROR' : 'VALIDATION_ERROR',
      `${name}: ${why || `it answered ${status}.`}`,
      {
        ...(said?.advice === undefined ? {} : { advice: said.advice }),
        retryable,
        details: { status, ...(retryable ? { kind: status === 429 ? 'rate_limit' : 'overloaded' } : {}) },
      },
    );
  }

  async function parseAnswer<T>(response: Response, schema: z.ZodType<T>): Promise<T> {
    const read = schema.safeParse(await readJson(response));
    if (read.success) return read.data;
    throw new AppError('PROVIDER_ERROR', `What ${name} answers is not known here.`, {
      advice: 'Is there a server of Heddle at this address, of the same version as this page?',
      details: { kind: 'bad_request' },
    });
  }

  return {
    json: async (path, schema, init) => {
      const response = await askServer(path, init);
      if (response.status === 404) {
        const said = refusalAnswer.safeParse(await readJson(response)).data?.error.message;
        throw new AppError('VALIDATION_ERROR', `${name}: ${said ?? 'there is no server of Heddle at this address.'}`, {
          details: { status: 404, isHeddle: said !== undefined },
        });
      }
      return parseAnswer(response, schema);
    },
    done: async (path, init) => {
      const response = await askServer(path, init);
      await response.body?.cancel();
      if (response.status === 404) {
        throw new AppError('VALIDATION_ERROR', `${name} does not have this any more.`, { details: { status: 404 } });
      }
    },
    pages: async (path, signal) => {
      const response = await askServer(path, { signal });
      if (response.status === 200 && response.body !== null) return response.body;
      await response.body?.cancel();
      return undefined;
    },
  };
}

/** What an answer says; undefined: it is no JSON, too much, or does not arrive. */
async function readJson(response: Response): Promise<unknown> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), patienceMs);
  });
  try {
    const bytes = await Promise.race([readBoundedBytes(response.body, maxJsonBytes), late]);
    return bytes && decodeJson(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a server says that a thing is not there. Another server at its address is no such word. */
export function isGoneThere(error: unknown): boolean {
  return error instanceof AppError && error.details?.['status'] === 404 && error.details['isHeddle'] !== false;
}
