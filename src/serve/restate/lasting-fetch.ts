import { Agent, type IncomingMessage, request } from 'node:http';
import { Agent as SecureAgent, request as secureRequest } from 'node:https';
import { defined } from '@/base/defined';

/** A connection on which nothing is said for this many ms is given up, as an answer may have been lost with it. */
const silentMs = 300_000;

/** Sends a request of text, and takes its answer whole. Rejects when it is aborted, or the connection breaks. */
type LastingFetch = (url: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/**
 * Makes a `fetch` whose connections stay open. For a request with a short body and a short answer it takes half the
 * work of the built-in one, which streams both.
 */
export function createLastingFetch(): LastingFetch {
  const agents = { http: new Agent({ keepAlive: true }), https: new SecureAgent({ keepAlive: true }) };
  return (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const target = new URL(url instanceof Request ? url.url : url);
      const isSecure = target.protocol === 'https:';
      const options = {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        timeout: silentMs,
        ...defined({ signal: signal || undefined }),
        agent: isSecure ? agents.https : agents.http,
      };
      const sent = (isSecure ? secureRequest : request)(target, options, (answer) => {
        const pieces: Buffer[] = [];
        answer.on('data', (piece: Buffer) => pieces.push(piece));
        answer.on('error', reject);
        answer.on('end', () => {
          try {
            resolve(createWholeAnswer(answer, Buffer.concat(pieces)));
          } catch (error) {
            reject(error);
          }
        });
      });
      sent.on('timeout', () => sent.destroy(new Error(`Nothing was said for ${silentMs} ms.`)));
      sent.on('error', reject);
      sent.end(body);
    });
}

/** The answer as `fetch` gives it. Error `RangeError`: its status is none. */
function createWholeAnswer(
  { statusCode: status = 500, headers }: IncomingMessage,
  body: Buffer<ArrayBuffer>,
): Response {
  const read = Object.entries(headers).map(([name, value = '']) => [name, String(value)] satisfies [string, string]);
  return new Response(body.length === 0 ? null : body, { status, headers: new Headers(read) });
}
