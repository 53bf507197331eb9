import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  SdkError,
  SdkErrorCode,
  serializeMessage,
} from '@modelcontextprotocol/client';
import { isJsonObject, type Json } from '@/base/json';
import type { McpStdioServer } from '@/engine/ports/tool-client';
import { toolError } from '../tool-error';
import { answerTooLong, maxMcpAnswerBytes, otherAnswer, tellServer } from './mcp-fetch';
import { tolerantResult } from './mcp-results';
import type { SessionTransport } from './mcp-session';
import { processName, type ServerProcess, type StartServer } from './server-process';

/** Most lines that are no message, one after the other: a server that prints on and on is ended. */
const maxNoise = 1000;
/** How long a server may take to start, in ms: some are fetched from a registry first. */
const openingMs = 60_000;
/** Most characters of such a line that are told. */
const maxShown = 80;

interface Pending {
  readonly id: string | number;
  readonly method: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Messages as lines on standard input and output (modelcontextprotocol.io/specification/2026-07-28/basic/transports).
 * As with {@link AnsweredHttpTransport} a request counts as sent when its answer has come, so that a process that ends,
 * or answers what is none, rejects the request with why. What is printed besides messages, as servers do that log to
 * standard output, is passed over and told as a problem.
 */
export class StdioTransport implements SessionTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<SessionTransport['onmessage']>;
  readonly problems: string[] = [];
  readonly openingMs = openingMs;
  /** By this and `pid` the library knows a transport over stdio (its `detectProbeTransportKind`). */
  readonly stderr = null;
  readonly #server: McpStdioServer;
  readonly #startServer: StartServer;
  readonly #name: string;
  readonly #pending = new Map<string | number, Pending>();
  readonly #cancelled = new Set<string | number>();
  readonly #decoder = new TextDecoder();
  #process: ServerProcess | undefined;
  /** Why nothing more can be sent. */
  #over: Error | undefined;
  /** Bytes of the line that is under way. */
  #line: Uint8Array[] = [];
  #length = 0;
  #noise = 0;
  /** Whether it has answered anything. */
  #isOpen = false;

  constructor(server: McpStdioServer, startServer: StartServer) {
    this.#server = server;
    this.#startServer = startServer;
    this.#name = processName(server);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async start(): Promise<void> {
    this.#process = this.#startServer(this.#server, {
      printed: (bytes) => this.#read(bytes),
      ended: (error) => this.#fail(error),
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#over !== undefined) throw this.#isOpen ? notSent() : this.#over;
    if (!('method' in message) || !('id' in message)) {
      this.#process?.write(serializeMessage(message));
      const cancelled = 'params' in message ? message.params?.['requestId'] : undefined;
      if (typeof cancelled === 'number' || typeof cancelled === 'string') this.#cancel(cancelled);
      return;
    }
    const { id, method } = message;
    await new Promise<void>((resolve, reject) => {
      // In the opening it is soon told how it ended.
      const isSent = this.#process?.write(serializeMessage(message)) === true;
      if (isSent || !this.#isOpen) this.#pending.set(id, { id, method, resolve, reject });
      else reject(notSent());
    });
  }

  async close(): Promise<void> {
    this.#fail(toolError(`${this.#name} was ended.`));
    await this.#process?.end();
  }

  /** Who cancels has an answer of their own; that of the server may still come. */
  #cancel(id: string | number): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    this.#cancelled.add(id);
    pending.resolve();
  }

  #fail(error: Error): void {
    if (this.#over !== undefined) return;
    this.#over = error;
    this.#line = [];
    for (const { reject } of this.#pending.values()) reject(error);
    this.#pending.clear();
    void this.#process?.end();
    // After those who were rejected have heard why: the library tells all that is open merely that it is closed.
    setTimeout(() => this.onclose?.());
  }

  #read(bytes: Uint8Array): void {
    let rest = bytes;
    while (this.#over === undefined) {
      const end = rest.indexOf(newLine);
      const part = end === -1 ? rest : rest.subarray(0, end);
      this.#length += part.byteLength;
      if (this.#length > maxMcpAnswerBytes) this.#fail(answerTooLong(this.#name));
      if (this.#over !== undefined) return;
      this.#line.push(part);
      if (end === -1) return;
      const line = this.#line.map((one) => this.#decoder.decode(one, { stream: true })).join('');
      this.#line = [];
      this.#length = 0;
      this.#take((line + this.#decoder.decode()).trim());
      rest = rest.subarray(end + 1);
    }
  }

  #take(line: string): void {
    if (line === '') return;
    const message = readMessage(line);
    if (message === 'noise') this.#hear(line);
    else if (message === 'broken') {
      this.#fail(toolError(`${this.#name} sent a broken message: ${shown(line)}`, tellServer));
    } else {
      this.#noise = 0;
      if ('method' in message) this.onmessage?.(message);
      else this.#answer(message);
    }
  }

  #answer(message: Exclude<JSONRPCMessage, { method: string }>): void {
    const { id = '' } = message;
    const asked = this.#pending.get(id) ?? this.#pending.get(Number(id));
    if (asked === undefined) {
      const isLate = this.#cancelled.delete(id) || this.#cancelled.delete(Number(id));
      if (!isLate) this.#fail(otherAnswer(this.#name));
      return;
    }
    this.#pending.delete(asked.id);
    this.#isOpen = true;
    const result = 'result' in message ? { result: tolerantResult(asked.method, message.result) } : {};
    this.onmessage?.({ ...message, ...result, id: asked.id } as JSONRPCMessage);
    asked.resolve();
  }

  /** A line that is no message. */
  #hear(line: string): void {
    this.#noise += 1;
    const what = `${this.#name} prints to its standard output something that is not a message, such as: ${shown(line)}`;
    if (this.#noise > maxNoise) this.#fail(toolError(what, 'Have it write its log to standard error.'));
    else if (this.problems.length === 0) this.problems.push(`${what} Such lines are passed over.`);
  }
}

/** The error for a request that a process which has ended since cannot have got: with another one it can be done. */
function notSent(): Error {
  return new SdkError(SdkErrorCode.NotConnected, 'The server has ended.');
}

const newLine = 10;

/** `broken`: it was meant for one, by what is in it. */
function readMessage(line: string): JSONRPCMessage | 'broken' | 'noise' {
  try {
    const value = JSON.parse(line) as Json;
    if (!isJsonObject(value) || !Object.hasOwn(value, 'jsonrpc')) return 'noise';
    return parseJSONRPCMessage(value);
  } catch {
    return line.startsWith('{') && line.includes('"jsonrpc"') ? 'broken' : 'noise';
  }
}

function shown(line: string): string {
  const plain = line.replace(/\s+/g, ' ');
  return plain.length > maxShown ? `“${plain.slice(0, maxShown)}…”.` : `“${plain}”.`;
}
