import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Address, addressOf } from './address';
import { answerTo, type Line } from './answer';
import { allow } from './cors';
import { isRecord, type Json, parsed, records, string } from './json';
import { modelsOf } from './lists';
import { type MemoryOptions, newMemory } from './memory';
import type { Asked, Maker, Refusal } from './rule';
import { brokenDoor } from './rules';
import type { Order, SeenRequest } from './seen';
import { wireOf } from './wires';

/**
 * A server that enforces the providers' documented rules, each in {@link rules} with its source, and a model that obeys
 * `[directives]` in the prompt (see directives.ts).
 */
export interface Makers {
  /** Without a path. */
  readonly url: string;
  /**
   * Base URLs. `/strict/` before the version: rules marked `beyond` apply; `/refuse=a,b/`: these fields are refused.
   */
  readonly base: Readonly<Record<Maker, string>>;
  /** All requests, in order, except for lists of models. */
  readonly requests: readonly SeenRequest[];
  /** The requests that broke a rule, without faults that a test requested. */
  refused(): readonly SeenRequest[];
  /** Gives directives for the next requests, written as in prompts. */
  next(directives: string, options?: Omit<Order, 'directives'>): void;
  /** Continues the requests that are held now. */
  release(): void;
  /** Forgets requests, directives and used faults; what was emitted stays known. */
  reset(): void;
  close(): Promise<void>;
}

/** Starts the server on a free port of this machine. */
export async function startMakers(options: MemoryOptions = {}): Promise<Makers> {
  const line: Line = {
    memory: newMemory(options),
    says: options.says,
    pace: options.pace,
    requests: [],
    orders: [],
    used: new Map(),
    ordinals: new Map(),
    held: new Set(),
  };
  const server = createServer((request, response) => {
    serve(line, request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    base: {
      openai: `${url}/openai/v1`,
      anthropic: `${url}/anthropic/v1`,
      google: `${url}/google/v1beta`,
      plain: `${url}/plain/v1`,
    },
    requests: line.requests,
    refused: () => line.requests.filter(({ refused }) => refused !== undefined && refused.rule !== 'fault'),
    next: (directives, more = {}) => order(line, { ...more, directives }),
    release: () => release(line),
    reset: () => reset(line),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

async function serve(line: Line, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const address = addressOf(request.url ?? '');
  allow(address?.maker, request, response);
  if (request.method === 'OPTIONS') {
    response.writeHead(204).end();
    return;
  }
  const body = parsed(await textOf(request));
  if (request.url === '/control') return control(line, body, response);
  if (address === undefined) return json(response, 404, { error: { message: `Nothing at ${request.url}` } });
  const asked = askedOf(address, request, isRecord(body) ? body : {});
  if (address.endpoint.kind === 'models') return list(line, asked, address, response);
  if (request.method !== 'POST') return json(response, 405, { error: { message: 'Only POST is allowed' } });
  if (!isRecord(body)) {
    const refusal = { status: 400, message: 'We could not parse the JSON body of your request.' };
    return json(response, 400, wireOf(asked.protocol).error(refusal));
  }
  return answerTo(line, asked, request.url ?? '', response);
}

function askedOf(address: Address, request: IncomingMessage, body: Json): Asked {
  const { maker, strict, refused, shape, query, endpoint } = address;
  const asks = endpoint.kind === 'ask' ? endpoint : undefined;
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  );
  return {
    maker,
    protocol: asks?.protocol ?? protocolOf[maker],
    model: asks?.model ?? string(body.model),
    stream: asks?.stream ?? body.stream === true,
    headers,
    query,
    body,
    refused,
    strict,
    shape,
  };
}

const protocolOf = { openai: 'responses', anthropic: 'messages', google: 'generate', plain: 'chat' } as const;

function list(line: Line, asked: Asked, { endpoint, query, maker }: Address, response: ServerResponse): void {
  const refusal = brokenDoor(asked, line.memory);
  const wanted = endpoint.kind === 'models' ? endpoint.id : undefined;
  const found = refusal ?? (wanted === undefined ? undefined : noModel(line, maker, wanted));
  if (found !== undefined) json(response, found.status, wireOf(asked.protocol).error(found));
  else if (wanted === undefined) json(response, 200, modelsOf(maker, query, line.memory));
  else json(response, 200, oneModel(line, maker, wanted));
}

function noModel(line: Line, maker: Maker, id: string): Refusal | undefined {
  if (oneModel(line, maker, id) !== undefined) return undefined;
  return { status: 404, message: `The model '${id}' does not exist`, type: 'not_found_error' };
}

function oneModel({ memory }: Line, maker: Maker, id: string): Json | undefined {
  const { data, models } = modelsOf(maker, new URLSearchParams({ limit: '1000', pageSize: '1000' }), memory);
  return [...records(data), ...records(models)].find((model) => model.id === id || model.name === `models/${id}`);
}

/** For tests in another process: POST `{next: Order}`, `{release: true}` or `{reset: true}`; answers all requests. */
function control(line: Line, body: unknown, response: ServerResponse): void {
  const wish = isRecord(body) ? body : {};
  if (isRecord(wish.next)) order(line, { ...wish.next, directives: string(wish.next.directives) });
  if (wish.release === true) release(line);
  if (wish.reset === true) reset(line);
  json(response, 200, { requests: line.requests });
}

function order(line: Line, wanted: Order): void {
  line.orders.push({ order: wanted, left: wanted.times ?? 1 });
}

function release({ held }: Line): void {
  for (const resolve of held) resolve();
  held.clear();
}

function reset(line: Line): void {
  line.requests.length = 0;
  line.orders.length = 0;
  line.used.clear();
  line.ordinals.clear();
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
