import { AppError } from '@/base/errors';
import { canonicalJson } from '@/base/json';
import type { McpServer } from '@/engine/ports';
import { explainUnreachable } from '../explain-unreachable';
import type { ServerSignIns } from '../oauth/server-sign-ins';
import { toolAddress } from '../tool-address';
import { cancelled, toolError } from '../tool-error';
import type { McpFault } from './mcp-faults';
import type { McpSession } from './mcp-session';
import { statusError } from './status-error';

/** The servers that are in use, each with one session, since some keep a state in it. */
export interface McpServers {
  /**
   * Does something with the session of a server, opening it first if need be. A session that failed is not used again;
   * with one that the server has forgotten it is done anew, as the server did nothing.
   */
  use<T>(server: McpServer, signal: AbortSignal, perform: (session: McpSession) => Promise<T>): Promise<T>;
  /** Ends all sessions and what is open in them; those that are used later are opened anew. Never rejects. */
  close(): Promise<void>;
}

/** Keeps sessions as long as they work. `signIns`: where a person is signed in; left out: nobody can sign in. */
export function createMcpServers(fetcher: typeof fetch, signIns?: ServerSignIns): McpServers {
  const sessions = new Map<string, Promise<McpSession>>();
  /** Those that failed: other calls may still be under way in them. */
  const failed = new Set<Promise<McpSession>>();
  let closing = new AbortController();

  /** A server that is told who asks by its headers is not signed in at. */
  const signInsOf = (server: McpServer) => (isAuthorised(server) ? undefined : signIns);

  /** A session that could not be opened is forgotten; so the next who wants it opens it. */
  function open(name: string, server: McpServer, url: URL): Promise<McpSession> {
    const known = sessions.get(name);
    if (known !== undefined) return known;
    const { signal } = closing;
    const session = openOver(url, server.headers, fetcher, signInsOf(server), signal);
    sessions.set(name, session);
    session.catch(() => {
      if (sessions.get(name) === session) sessions.delete(name);
    });
    return session;
  }

  function retire(name: string, session: Promise<McpSession>): void {
    if (sessions.get(name) !== session) return;
    sessions.delete(name);
    failed.add(session);
  }

  async function explain(fault: McpFault, server: McpServer, url: URL, signal: AbortSignal): Promise<AppError> {
    const own = said(fault.message, server);
    const text = signIns === undefined ? own : signIns.strike(url, own);
    if (fault.error !== undefined) return fault.error;
    if (fault.kind === 'said') return toolError(`${url.host} says: ${text}`);
    if (fault.kind === 'unreachable') return explainUnreachable(url, fetcher, signal);
    if (fault.kind === 'late') return toolError(`${url.host} does not answer.`, 'Check that the server runs.');
    if (fault.status === 401 || fault.isWider === true) {
      if ((await signInsOf(server)?.isOffered(url)) === true) return signInNeeded(url, fault.isWider === true);
      if (signIns === undefined && !isAuthorised(server)) return headlessUnauthorised(url);
    }
    if (fault.status !== undefined) return statusError(url.host, fault.status);
    return toolError(`${url.host} did not answer as a server of MCP: ${text}`, 'Check the address.');
  }

  return {
    async use(server, signal, perform) {
      const url = toolAddress(server.url);
      const name = canonicalJson(server);
      for (let turn = 1; ; turn++) {
        if (signal.aborted) throw cancelled();
        const session = open(name, server, url);
        try {
          const said = await perform(await unlessAborted(session, signal));
          return signIns === undefined ? said : signIns.strike(url, said);
        } catch (error) {
          if (signal.aborted) throw cancelled();
          if (!isFault(error)) throw error;
          if (error.kind !== 'said') retire(name, session);
          if (error.kind !== 'expired' || turn > 1) throw await explain(error, server, url, signal);
        }
      }
    },
    async close() {
      const all = [...sessions.values(), ...failed];
      sessions.clear();
      failed.clear();
      closing.abort();
      closing = new AbortController();
      await Promise.allSettled(all.map(async (session) => (await session).close()));
    },
  };
}

/** The client of the protocol is large, and few workflows use it. */
async function openOver(
  url: URL,
  headers: McpServer['headers'],
  fetcher: typeof fetch,
  signIns: ServerSignIns | undefined,
  signal: AbortSignal,
): Promise<McpSession> {
  const [{ openMcpSession }, { AnsweredHttpTransport }, { signedFetch }] = await Promise.all([
    import('./mcp-session'),
    import('./mcp-transport'),
    import('../oauth/signed-fetch'),
  ]);
  const sender = signIns === undefined ? fetcher : signedFetch(fetcher, url, signIns);
  return openMcpSession(() => new AnsweredHttpTransport(url, headers, sender), signal);
}

function isAuthorised({ headers }: McpServer): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

function signInNeeded({ host }: URL, isWider: boolean): AppError {
  const what = isWider ? 'asks for more than you allowed when you signed in' : 'asks you to sign in';
  return new AppError('KEY_NEEDED', `${host} ${what}.`, {
    advice: 'Sign in at the tool, in the settings of the workflow; the run then goes on.',
    details: { server: host },
  });
}

/** Where there is no browser to sign in with. */
function headlessUnauthorised({ host }: URL): AppError {
  const advice =
    'Nobody can sign in here: give a token in the headers of the tool. Authorization: Bearer {{secrets.NAME}} keeps it secret.';
  return toolError(`${host} wants to know who asks (401).`, advice);
}

function isFault(error: unknown): error is McpFault {
  return typeof error === 'object' && error !== null && 'kind' in error && !(error instanceof Error);
}

/** A session is opened for all who wait for it, so an abort only ends the waiting. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(cancelled());
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const maxWords = 300;

/** What an error says, on one line, without what was sent to the server, whatever it echoes. */
function said(message: string, { url, headers }: McpServer): string {
  const sent = Object.values(headers).flatMap((value) => [value, ...value.split(' ')]);
  const secrets = [url, ...new URL(url).searchParams.values(), ...sent].filter((value) => value.length > 3);
  const safe = secrets.reduce((text, secret) => text.replaceAll(secret, '(…)'), message);
  return safe.replace(/\s+/g, ' ').trim().slice(0, maxWords);
}
