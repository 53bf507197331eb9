import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { asksForStream, protocolOf, type Speaker } from './protocols';

/** How the server treats the requests that a rule matches. Of several matching rules, the one added last is used. */
export interface FaultRule {
  /** Text that must occur in the messages. Left out: the rule matches every request. */
  readonly match?: string;
  /** What the model says, or a function of the request. Default: `ok`. Ignored when `chunks` is given. */
  readonly reply?: string | ((request: SeenRequest) => string);
  /** The pieces in which it is streamed. Default: word by word. */
  readonly chunks?: readonly string[];
  /** Delay before anything is sent, in ms. */
  readonly delayMs?: number;
  /** After this many chunks, waits for `release()`; 0 = before anything is sent. */
  readonly holdAfterChunks?: number;
  /** An error status instead of an answer. */
  readonly status?: number;
  /** The error message. `{key}` becomes the key that was sent, as careless servers do. */
  readonly message?: string;
  /** The error's code, such as `insufficient_quota`. */
  readonly code?: string;
  /** Value of the `retry-after` header, in seconds or a date. */
  readonly retryAfter?: string;
  /** After this many chunks the connection is torn down. */
  readonly cutAfterChunks?: number;
  /** With `cutAfterChunks`: the stream is closed normally, but without its end. */
  readonly cutCleanly?: boolean;
  /** False: no CORS headers. */
  readonly cors?: boolean;
  /** How many requests it matches; afterwards it is removed. */
  readonly times?: number;
}

/** A request as the server saw it. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** The text of all messages, joined by line feeds. */
  readonly prompt: string;
  /** ms since 1970. */
  readonly at: number;
  /** Whether the client disconnected before the whole answer was sent. */
  aborted: boolean;
}

/** A model server for tests that counts requests, and fails on demand. Base URLs: `url + '/v1'` for all protocols. */
export interface FaultServer {
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  /** Requests whose messages contain the text. */
  count(match: string): number;
  on(rule: FaultRule): void;
  /** Continues the requests that are held now. */
  release(): void;
  close(): Promise<void>;
}

/** Starts the server on a free port of this machine. */
export async function startFaultServer(): Promise<FaultServer> {
  const requests: SeenRequest[] = [];
  const rules: { readonly rule: FaultRule; left: number }[] = [];
  const held = new Set<() => void>();
  const hold = () => new Promise<void>((resolve) => held.add(resolve));

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined));
  });

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const speaker = request.method === 'POST' ? protocolOf(request.url ?? '') : undefined;
    const body = speaker === undefined ? {} : JSON.parse(await textOf(request));
    const prompt = speaker?.promptOf(body) ?? '';
    const rule = take(prompt, request.method === 'POST');
    if (rule.cors !== false) allow(request, response);
    if (speaker === undefined) {
      response.writeHead(request.method === 'OPTIONS' ? 204 : 200).end();
      return;
    }
    const seen: SeenRequest = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      prompt,
      at: Date.now(),
      aborted: false,
    };
    requests.push(seen);
    response.on('close', () => {
      seen.aborted = !response.writableFinished;
    });
    await speak(speaker, rule, seen, response, hold);
  }

  /**
   * The rule for a prompt. Preflights have no prompt: they follow the newest rule for all prompts and use nothing up.
   */
  function take(prompt: string, use: boolean): FaultRule {
    const found = rules.findLast(
      ({ rule, left }) => left > 0 && (!use ? rule.cors === false : prompt.includes(rule.match ?? '')),
    );
    if (found !== undefined && use) found.left -= 1;
    return found?.rule ?? {};
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    count: (match) => requests.filter((request) => request.prompt.includes(match)).length,
    on: (rule) => rules.push({ rule, left: rule.times ?? Number.POSITIVE_INFINITY }),
    release() {
      for (const resolve of held) resolve();
      held.clear();
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function speak(
  speaker: Speaker,
  rule: FaultRule,
  seen: SeenRequest,
  response: ServerResponse,
  hold: () => Promise<void>,
): Promise<void> {
  if (rule.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, rule.delayMs));
  if (rule.holdAfterChunks === 0) await hold();
  if (rule.status !== undefined) {
    const { authorization, 'x-api-key': apiKey } = seen.headers;
    const key = String(apiKey ?? authorization?.replace('Bearer ', '') ?? '');
    const message = (rule.message ?? `Status ${rule.status} on request.`).replace('{key}', key);
    if (rule.retryAfter !== undefined) response.setHeader('retry-after', rule.retryAfter);
    response.writeHead(rule.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(speaker.error(message, rule.code ?? 'test_error')));
    return;
  }
  const reply = typeof rule.reply === 'function' ? rule.reply(seen) : (rule.reply ?? 'ok');
  const chunks = rule.chunks ?? reply.match(/\S+\s*|\s+/g) ?? [];
  const usage = { input: seen.prompt.length, output: chunks.length };
  if (!asksForStream(seen.path, seen.body)) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(speaker.whole(chunks.join(''), usage)));
    return;
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(speaker.begin(usage));
  for (const [index, chunk] of chunks.entries()) {
    if (index > 0 && rule.holdAfterChunks === index) await hold();
    if (rule.cutAfterChunks === index) return cut(response, rule.cutCleanly === true);
    response.write(speaker.chunk(chunk));
  }
  if (rule.cutAfterChunks === chunks.length) return cut(response, rule.cutCleanly === true);
  response.end(speaker.end(usage));
}

function cut(response: ServerResponse, cleanly: boolean): void {
  if (cleanly) response.end();
  // Once the written part was sent; otherwise the client would see nothing of the answer.
  else response.write(':\n\n', () => response.destroy());
}

function allow(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-allow-private-network', 'true');
  response.setHeader('access-control-expose-headers', 'retry-after');
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
