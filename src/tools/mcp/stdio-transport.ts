import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  SdkError,
  SdkErrorCode,
  serializeMessage,
} from '@modelcontextprotocol/client';
import { isJsonObject, type Json } from '@/base/json';
import { quoteWholeNumbers, unquoteWholeNumbers } from '@/base/json-text';
import { cutToStart } from '@/base/start-of';
import { createToolError } from '@/base/tool-error';
import type { McpStdioServer } from '@/engine/ports/tool-client';
import { createOtherAnswerError, createTooLongError, maxMcpAnswerBytes, serverAdvice } from './mcp-fetch';
import { makeResultTolerant } from './mcp-results';
import type { SessionTransport } from './mcp-session';
import { getProcessName, type ServerProcess, type StartServer } from './server-process';

/** The most consecutive lines that are not messages: a server that keeps printing is stopped. */
const maxNoise = 1000;
/** How long a server may take to start, in ms: some are first fetched from a registry. */
const openingMs = 60_000;
/** The most characters of such a line that are shown. */
const maxShown = 80;

interface Pending {
  readonly id: string | number;
  readonly method: string;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * Messages as lines on standard input and output (modelcontextprotocol.io/specification/2026-07-28/basic/transports).
 * As with {@link AnsweredHttpTransport}, `send` of a request resolves when its answer has arrived, so that it rejects
 * with the reason if the process ends or answers incorrectly. Other output, of servers that log to standard output, is
 * ignored and reported as a problem.
 */
export class StdioTransport implements SessionTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<SessionTransport['onmessage']>;
  readonly problems: string[] = [];
  readonly openingMs = openingMs;
  /** By this property and `pid` the library recognises a transport over stdio (its `detectProbeTransportKind`). */
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
  /** Bytes of the incomplete line. */
  #line: Uint8Array[] = [];
  #length = 0;
  #noise = 0;
  /** Whether it has answered any request. */
  #isOpen = false;

  constructor(server: McpStdioServer, startServer: StartServer) {
    this.#server = server;
    this.#startServer = startServer;
    this.#name = getProcessName(server);
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
    if (this.#over !== undefined) throw this.#isOpen ? createNotSentError() : this.#over;
    if (!('method' in message) || !('id' in message)) {
      this.#process?.write(unquoteWholeNumbers(serializeMessage(message)));
      const cancelled = 'params' in message ? message.params?.['requestId'] : undefined;
      if (typeof cancelled === 'number' || typeof cancelled === 'string') this.#cancel(cancelled);
      return;
    }
    const { id, method } = message;
    await new Promise<void>((resolve, reject) => {
      // While the session opens, the end of the process is reported soon.
      const isSent = this.#process?.write(unquoteWholeNumbers(serializeMessage(message))) === true;
      if (isSent || !this.#isOpen) this.#pending.set(id, { id, method, resolve, reject });
      else reject(createNotSentError());
    });
  }

  async close(): Promise<void> {
    this.#fail(createToolError(`${this.#name} was ended.`));
    await this.#process?.end();
  }

  /** The caller of a cancelled request already has its answer; the server's answer may still arrive. */
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
    // Deferred, so that pending calls are rejected with the reason first: the library rejects all open calls only with
    // the fact that it is closed.
    setTimeout(() => this.onclose?.());
  }

  #read(bytes: Uint8Array): void {
    let rest = bytes;
    while (this.#over === undefined) {
      const end = rest.indexOf(newLine);
      const part = end === -1 ? rest : rest.subarray(0, end);
      this.#length += part.byteLength;
      if (this.#length > maxMcpAnswerBytes) this.#fail(createTooLongError(this.#name));
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
      this.#fail(createToolError(`${this.#name} sent a broken message: ${quoteLine(line)}`, serverAdvice));
    } else {
      this.#noise = 0;
      if ('method' in message) this.onmessage?.(message);
      else this.#answer(message, line);
    }
  }

  #answer({ id = '', ...message }: Exclude<JSONRPCMessage, { method: string }>, line: string): void {
    const request = this.#pending.get(id) ?? this.#pending.get(Number(id));
    if (request === undefined) {
      const isLate = this.#cancelled.delete(id) || this.#cancelled.delete(Number(id));
      if (!isLate) this.#fail(createOtherAnswerError(this.#name));
      return;
    }
    this.#pending.delete(request.id);
    this.#isOpen = true;
    const asRead = 'result' in message ? message.result : undefined;
    const given = request.method === 'tools/call' && asRead !== undefined ? keepResultDigits(line, asRead) : asRead;
    const result = given === undefined ? {} : { result: makeResultTolerant(request.method, given) };
    this.onmessage?.({ ...message, ...result, id: request.id } as JSONRPCMessage);
    request.resolve();
  }

  /** Counts a line that is not a message. */
  #hear(line: string): void {
    this.#noise += 1;
    const what = `${this.#name} prints to its standard output something that is not a message, such as: ${quoteLine(line)}`;
    if (this.#noise > maxNoise) this.#fail(createToolError(what, 'Have it write its log to standard error.'));
    else if (this.problems.length === 0) this.problems.push(`${what} Such lines are passed over.`);
  }
}

/**
 * The error for a request to a process that has already ended, and so did not receive it: it can be repeated with a new
 * process.
 */
function createNotSentError(): Error {
  return new SdkError(SdkErrorCode.NotConnected, 'The server has ended.');
}

const newLine = 10;

type ResultOfMessage = Extract<JSONRPCMessage, { result: unknown }>['result'];

/** The result in a line, with the whole numbers quoted that would be rounded. `read`: as the platform reads it. */
function keepResultDigits(line: string, read: ResultOfMessage): ResultOfMessage {
  const marked = quoteWholeNumbers(line);
  return marked === line ? read : (JSON.parse(marked) as { readonly result: ResultOfMessage }).result;
}

/** `broken`: by its content it was meant to be a message. */
function readMessage(line: string): JSONRPCMessage | 'broken' | 'noise' {
  try {
    const value = JSON.parse(line) as Json;
    if (!isJsonObject(value) || !Object.hasOwn(value, 'jsonrpc')) return 'noise';
    return parseJSONRPCMessage(value);
  } catch {
    return line.startsWith('{') && line.includes('"jsonrpc"') ? 'broken' : 'noise';
  }
}

function quoteLine(line: string): string {
  const plain = line.replace(/\s+/g, ' ');
  return plain.length > maxShown ? `“${cutToStart(plain, maxShown)}…”.` : `“${plain}”.`;
}
