import { createCancelledError } from '@/base/cancelled';
import type { AppError } from '@/base/errors';
import { encodeCanonicalJson } from '@/base/json';
import { cutToStart } from '@/base/start-of';
import { createToolError } from '@/base/tool-error';
import type { McpServer } from '@/engine/ports/tool-client';
import type { McpFault } from './mcp-faults';
import type { McpSession } from './mcp-session';
import { createStatusError } from './status-error';
import { findWayToServer, type McpMeans, type WayToServer } from './way-to-server';

/** The servers in use. Each has one session, because some store state in it. */
export interface McpServers {
  /**
   * Calls `perform` with the session of a server, which is opened first if needed. A failed session is not used again.
   * If the server no longer knows the session, the work is repeated in a new one, because the server did nothing.
   */
  use<T>(server: McpServer, signal: AbortSignal, perform: (session: McpSession) => Promise<T>): Promise<T>;
  /** Ends all sessions and everything open in them; servers that are used later get new sessions. Never rejects. */
  close(): Promise<void>;
}

/** Keeps sessions as long as they work. */
export function createMcpServers(means: McpMeans): McpServers {
  const sessions = new Map<string, Promise<McpSession>>();
  /** Failed sessions: other calls may still be running in them, and the last of these ends the session. */
  const failed = new Set<Promise<McpSession>>();
  /** How many calls are running in each session. */
  const users = new Map<Promise<McpSession>, number>();
  let closing = new AbortController();

  /** A session that could not be opened is removed, so that the next call opens a new one. */
  function openSession(name: string, way: WayToServer): Promise<McpSession> {
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

  function leaveSession(session: Promise<McpSession>): void {
    const left = (users.get(session) ?? 1) - 1;
    if (left > 0) {
      users.set(session, left);
      return;
    }
    users.delete(session);
    if (failed.has(session)) void endSession(session);
  }

  async function endSession(session: Promise<McpSession>): Promise<void> {
    const opened = await session.catch(() => undefined);
    await opened?.close();
    failed.delete(session);
  }

  async function explainFault(fault: McpFault, way: WayToServer, signal: AbortSignal): Promise<AppError> {
    const text = way.strike(formatServerMessage(fault.message, way));
    if (fault.error !== undefined) return fault.error;
    if (fault.kind === 'said') return createToolError(`${way.name} says: ${text}`);
    if (fault.kind === 'unreachable') return way.unreachable(fault, signal);
    if (fault.kind === 'late') return createToolError(`${way.name} does not answer.`, 'Check that the server runs.');
    const refusal = await way.refusal(fault);
    if (refusal !== undefined) return refusal;
    if (fault.status !== undefined) return createStatusError(way.name, fault.status);
    return createToolError(`${way.name} did not answer as a server of MCP: ${text}`, way.advice);
  }

  return {
    async use(server, signal, perform) {
      const way = findWayToServer(server, means);
      const name = encodeCanonicalJson(server);
      for (let turn = 1; ; turn++) {
        if (signal.aborted) throw createCancelledError('The call of the tool');
        const session = openSession(name, way);
        users.set(session, (users.get(session) ?? 0) + 1);
        try {
          return way.strike(await perform(await awaitUnlessAborted(session, signal)));
        } catch (error) {
          if (signal.aborted) throw createCancelledError('The call of the tool');
          if (!isFault(error)) throw error;
          if (error.kind !== 'said') retire(name, session);
          if (error.kind !== 'expired' || turn > 1) throw await explainFault(error, way, signal);
        } finally {
          leaveSession(session);
        }
      }
    },
    async close() {
      const all = [...sessions.values(), ...failed];
      sessions.clear();
      closing.abort();
      closing = new AbortController();
      await Promise.all(all.map(endSession));
    },
  };
}

function isFault(error: unknown): error is McpFault {
  return typeof error === 'object' && error !== null && 'kind' in error && !(error instanceof Error);
}

/** A session is opened for all waiting calls, so an abort only ends the wait of one. */
function awaitUnlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const rejectAsCancelled = () => reject(createCancelledError('The call of the tool'));
    signal.addEventListener('abort', rejectAsCancelled);
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', rejectAsCancelled));
  });
}

const maxWords = 300;

/** An error message on one line, with everything masked that was sent to the server, which it may echo. */
function formatServerMessage(message: string, { sent }: WayToServer): string {
  const secrets = sent.filter((value) => value.length > 3);
  const safe = secrets.reduce((text, value) => text.replaceAll(value, '(…)'), message);
  return cutToStart(safe.replace(/\s+/g, ' ').trim(), maxWords);
}
