import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { protocolOf } from '../e2e/servers/protocols';

/** Tokens that are streamed, an event each. */
const tokens = 20;

/**
 * Starts a server that answers at once in whatever protocol it is asked. Resolves to its address, and how to close it.
 */
export async function startAnswering(): Promise<{ readonly url: string; readonly close: () => void }> {
  const usage = { input: 10, output: tokens };
  const server = createServer((request, response) => {
    const asked = request.headers['access-control-request-headers'];
    response.setHeader('access-control-allow-origin', '*');
    if (asked !== undefined) {
      // Asked for once, not with every call, as of both.
      response.setHeader('access-control-max-age', '7200').setHeader('access-control-allow-headers', asked);
    }
    const speaker = protocolOf(request.url ?? '');
    request.resume().on('end', () => {
      if (speaker === undefined || request.method !== 'POST') return response.writeHead(204).end();
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      const words = Array.from({ length: tokens }, (_, index) => speaker.chunk(`word${index} `));
      return response.end(speaker.begin(usage) + words.join('') + speaker.end(usage));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
