import { cancelled } from '@/base/cancelled';
import type { AppError } from '@/base/errors';
import { canonicalJson } from '@/base/json';
import type { McpServer } from '@/engine/ports/tool-client';
import { toolError } from '../tool-error';
import type { McpFault } from './mcp-faults';
import type { McpSession } from './mcp-session';
import { statusError } from './status-error';
import { type McpMeans, type WayToServer, wayTo } from './way-to-server';

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

/** Keeps sessions as long as they work. */
export function createMcpServers(means: McpMeans): McpServers {
  const sessions = new Map<string, Promise<McpSession>>();
  /** Those that failed: other calls may still be under way in them, and the last one ends them. */
  const failed = new Set<Promise<McpSession>>();
  /** How many calls are under way in each. */
  const users = new Map<Promise<McpSession>, number>();
  let closing = new AbortController();

  /** A session that could not be opened is forgotten; so the next who wants it opens it. */
  function open(name: string, way: WayToServer): Promise<McpSession> {
    const known = sessions.get(name);
    if (known !== undefined) return known;
    const { signal } = closing;
    const session = way.open(signal);
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

  function leave(session: Promise<McpSession>): void {
    const left = (users.get(session) ?? 1) - 1;
    if (left > 0) {
      users.set(session, left);
      return;
    }
    users.delete(session);
    if (failed.has(session)) void end(session);
  }

  async function end(session: Promise<McpSession>): Promise<void> {
    const opened = await session.catch(() => undefined);
    await opened?.close();
    failed.delete(session);
  }

  async function explain(fault: McpFault, way: WayToServer, signal: AbortSignal): Promise<AppError> {
    const text = way.strike(said(fault.message, way));
    if (fault.error !== undefined) return fault.error;
    if (fault.kind === 'said') return toolError(`${way.name} says: ${text}`);
    if (fault.kind === 'unreachable') return way.unreachable(signal);
    if (fault.kind === 'late') return toolError(`${way.name} does not answer.`, 'Check that the server runs.');
    const refusal = await way.refusal(fault);
    if (refusal !== undefined) return refusal;
    if (fault.status !== undefined) return statusError(way.name, fault.status);
    return toolError(`${way.name} did not answer as a server of MCP: ${text}`, way.advice);
  }

  return {
    async use(server, signal, perform) {
      const way = wayTo(server, means);
      const name = canonicalJson(server);
      for (let turn = 1; ; turn++) {
        if (signal.aborted) throw cancelled('The call of the tool');
        const session = open(name, way);
        users.set(session, (users.get(session) ?? 0) + 1);
        try {
          return way.strike(await perform(await unlessAborted(session, signal)));
        } catch (error) {
          if (signal.aborted) throw cancelled('The call of the tool');
          if (!isFault(error)) throw error;
          if (error.kind !== 'said') retire(name, session);
          if (error.kind !== 'expired' || turn > 1) throw await explain(error, way, signal);
        } finally {
          leave(session);
        }
      }
    },
    async close() {
      const all = [...sessions.values(), ...failed];
      sessions.clear();
      closing.abort();
      closing = new AbortController();
      await Promise.all(all.map(end));
    },
  };
}

function isFault(error: unknown): error is McpFault {
  return typeof error === 'object' && error !== null && 'kind' in error && !(error instanceof Error);
}

/** A session is opened for all who wait for it, so an abort only ends the waiting. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(cancelled('The call of the tool'));
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const maxWords = 300;

/** What an error says, on one line, without what was sent to the server, whatever it echoes. */
function said(message: string, { sent }: WayToServer): string {
  const told = sent.filter((value) => value.length > 3);
  const safe = told.reduce((text, value) => text.replaceAll(value, '(…)'), message);
  return safe.replace(/\s+/g, ' ').trim().slice(0, maxWords);
}
