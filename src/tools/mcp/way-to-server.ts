import { AppError } from '@/base/errors';
import { createToolError } from '@/base/tool-error';
import type { McpHttpServer, McpServer, McpStdioServer } from '@/engine/ports/tool-client';
import { explainToolUnreachable } from '../explain-unreachable';
import type { ServerSignIns } from '../oauth/server-sign-ins';
import { parseToolAddress } from '../tool-address';
import { loadMcpClient } from './load-mcp-client';
import type { McpFault } from './mcp-faults';
import type { McpSession } from './mcp-session';
import { getProcessName, type StartServer } from './server-process';

/** The means of reaching servers. */
export interface McpMeans {
  readonly fetch: typeof fetch;
  /** The sign-ins of a person; undefined: signing in is impossible. */
  readonly signIns: ServerSignIns | undefined;
  /** Undefined if no process may be started. */
  readonly startServer: StartServer | undefined;
}

/** How to reach one server. */
export interface WayToServer {
  /** Its name in messages: its host, or its program. */
  readonly name: string;
  /** Values that are sent to it, which it may echo in messages. */
  readonly sent: readonly string[];
  /** What to do if it is not an MCP server. */
  readonly advice: string;
  /** Opens a session. Rejects with an `McpFault`. */
  open(signal: AbortSignal): Promise<McpSession>;
  /** The error for a server that did not answer. */
  unreachable(fault: McpFault, signal: AbortSignal): Promise<AppError>;
  /**
   * The error for a server that requires authentication, with how to provide it here; undefined: the fault is another
   * one.
   */
  refusal(fault: McpFault): Promise<AppError | undefined>;
  /** A value from the server with the tokens masked that it was sent. */
  strike<T>(value: T): T;
}

/** The way to a server. Throws an `AppError` if there is none: its address is not a URL, or it may not be started. */
export function findWayToServer(server: McpServer, means: McpMeans): WayToServer {
  return 'command' in server ? createStdioWay(server, means.startServer) : createHttpWay(server, means);
}

function createHttpWay({ url: address, headers }: McpHttpServer, { fetch: fetcher, signIns }: McpMeans): WayToServer {
  const url = parseToolAddress(address);
  const values = Object.values(headers).flatMap((value) => [value, ...value.split(' ')]);
  // A server that is authorised by its headers needs no sign-in.
  const isAuthorised = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
  const signInsHere = isAuthorised ? undefined : signIns;
  return {
    name: url.host,
    sent: [address, ...url.searchParams.values(), ...values],
    advice: 'Check the address.',
    async open(signal) {
      const { openMcpSession, AnsweredHttpTransport, createSignedFetch: signedFetch } = await loadMcpClient();
      const sender = signInsHere === undefined ? fetcher : signedFetch(fetcher, url, signInsHere);
      return openMcpSession(() => new AnsweredHttpTransport(url, headers, sender), signal);
    },
    unreachable: ({ failure }, signal) => explainToolUnreachable(failure, url, fetcher, signal),
    async refusal({ status, isWider = false }) {
      if (status !== 401 && !isWider) return undefined;
      if ((await signInsHere?.isOffered(url)) === true) return createSignInError(url, isWider);
      return signIns === undefined && !isAuthorised ? createHeadlessError(url) : undefined;
    },
    strike: (value) => (signIns === undefined ? value : signIns.strike(url, value)),
  };
}

/** The arguments of a process may appear in messages: known secrets in them are masked elsewhere. */
function createStdioWay(server: McpStdioServer, startServer: StartServer | undefined): WayToServer {
  const name = getProcessName(server);
  if (startServer === undefined) {
    throw createToolError(
      `${name} is a server over stdio, which nothing starts here.`,
      'Run the workflow on the command line with --allow-scripts, or use a server over HTTP.',
    );
  }
  return {
    name,
    sent: [],
    advice: 'Check its command and arguments.',
    async open(signal) {
      const { openMcpSession, StdioTransport } = await loadMcpClient();
      return openMcpSession(() => new StdioTransport(server, startServer), signal);
    },
    unreachable: async () => createToolError(`No answer from ${name}.`, 'Check its command and arguments.'),
    refusal: async () => undefined,
    strike: (value) => value,
  };
}

function createSignInError({ host }: URL, isWider: boolean): AppError {
  const what = isWider ? 'asks for more than you allowed when you signed in' : 'asks you to sign in';
  return new AppError('KEY_NEEDED', `${host} ${what}.`, {
    advice: 'Sign in at the tool, in the settings of the workflow; the run then resumes.',
    details: { server: host },
  });
}

/** The error if there is no browser to sign in with. */
function createHeadlessError({ host }: URL): AppError {
  const advice =
    'Nobody can sign in here: give a token in the headers of the tool. ' +
    'Authorization: Bearer {{secrets.NAME}} keeps it secret.';
  return createToolError(`${host} requires authentication (401).`, advice);
}
