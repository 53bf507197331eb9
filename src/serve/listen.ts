import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { ServeApp } from './serve-app';
import type { ServeLimits } from './serve-limits';

/** A server that listens. */
export interface Listening {
  /** Where, such as `http://127.0.0.1:4400`. */
  readonly url: string;
  /** Stops: calls under way end and are logged, runs are released, streams end. Resolves when no connection is left. */
  close(): Promise<void>;
}

/** How long connections may take to close by themselves, in ms. */
const closeMs = 2000;

/** Most bytes of the headers of a request. */
const headerBytes = 16_384;

/** Listens for requests. Rejects with an error of `node:net` if the port is taken. */
export async function listenForRequests(
  { fetch, runs }: ServeApp,
  { host, port, limits }: { readonly host: string; readonly port: number; readonly limits: ServeLimits },
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch,
    serverOptions: {
      requestTimeout: limits.arrivalMs,
      headersTimeout: Math.min(limits.arrivalMs, 15_000),
      connectionsCheckingInterval: Math.min(limits.arrivalMs, 2000),
      maxHeaderSize: headerBytes,
      keepAliveTimeout: 5000,
    },
  }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, port: bound, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${bound}`,
    close: async () => {
      await runs.drain();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), closeMs).unref();
      });
    },
  };
}
