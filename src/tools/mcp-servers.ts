import { AppError } from '@/base/errors';
import { canonicalJson } from '@/base/json';
import type { McpServer } from '@/engine/ports';
import { explainUnreachable } from './explain-unreachable';
import type { McpSession } from './mcp-session';
import { toolAddress } from './tool-address';
import { cancelled, toolError } from './tool-error';

/** The servers that are in use, each with one session, since some keep a state in it. */
export interface McpServers {
  /** Does something with the session of a server, opening it first if need be. A session that failed is not used again. */
  use<T>(server: McpServer, signal: AbortSignal, perform: (session: McpSession) => Promise<T>): Promise<T>;
  /** Ends all sessions and what is open in them; those that are used later are opened anew. Never rejects. */
  close(): Promise<void>;
}

/** Keeps sessions as long as they work. */
export function createMcpServers(fetcher: typeof fetch): McpServers {
  const sessions = new Map<string, Promise<McpSession>>();
  /** Those that failed: other calls may still be under way in them. */
  const failed: Promise<McpSession>[] = [];
  let closing = new AbortController();

  function retire(name: string): void {
    const session = sessions.get(name);
    if (session !== undefined) failed.push(session);
    sessions.delete(name);
  }

  function open(server: McpServer, url: URL): Promise<McpSession> {
    const name = canonicalJson(server);
    const known = sessions.get(name);
    if (known !== undefined) return known;
    // The client of the protocol is large, and few workflows use it.
    const { signal } = closing;
    const session = import('./mcp-session').then(({ openMcpSession }) =>
      openMcpSession(url, server.headers, fetcher, signal),
    );
    sessions.set(name, session);
    return session;
  }

  return {
    async use(server, signal, perform) {
      const url = toolAddress(server.url);
      if (signal.aborted) throw cancelled();
      try {
        return await perform(await unlessAborted(open(server, url), signal));
      } catch (error) {
        if (signal.aborted) throw cancelled();
        if (error instanceof AppError) throw error;
        // The answer of a server to what it was asked: the session is sound.
        if (error instanceof Error && error.name === 'McpError')
          throw toolError(`${url.host} says: ${said(error, server)}`);
        retire(canonicalJson(server));
        if (error instanceof TypeError) throw await explainUnreachable(url, fetcher, signal);
        throw toolError(`${url.host} did not answer as a server of MCP: ${said(error, server)}`, 'Check the address.');
      }
    },
    async close() {
      const all = [...sessions.values(), ...failed.splice(0)];
      sessions.clear();
      closing.abort();
      closing = new AbortController();
      await Promise.allSettled(all.map(async (session) => (await session).close()));
    },
  };
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
function said(error: unknown, { url, headers }: McpServer): string {
  const message = error instanceof Error ? error.message : String(error);
  const sent = Object.values(headers).flatMap((value) => [value, ...value.split(' ')]);
  const secrets = [url, ...new URL(url).searchParams.values(), ...sent].filter((value) => value.length > 3);
  const safe = secrets.reduce((text, secret) => text.replaceAll(secret, '(…)'), message);
  return safe.replace(/\s+/g, ' ').trim().slice(0, maxWords);
}
