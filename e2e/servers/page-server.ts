import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.webmanifest': 'application/manifest+json',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

/** The built page on a server that can be made unreachable, or given another version. */
export interface PageServer {
  readonly url: string;
  /** Paths that are not answered, as if the connection broke; undefined: all are answered. */
  lost: ((path: string) => boolean) | undefined;
  /** If set, a newer version is served, marked by `<html data-version>`. */
  version: string | undefined;
  close(): Promise<void>;
}

/** Serves a folder on a free port of this machine. */
export async function startPageServer(folder: string): Promise<PageServer> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://page').pathname;
    if (page.lost?.(path) === true) {
      response.destroy();
      return;
    }
    const name = path === '/' ? '/index.html' : path;
    try {
      const file = await readFile(join(folder, name));
      response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream');
      response.setHeader('cache-control', 'no-cache');
      response.end(page.version === undefined ? file : inVersion(page.version, name, file));
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const page: PageServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    lost: undefined,
    version: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return page;
}

/** A newer version of the page and of what the service worker knows about it. */
function inVersion(version: string, name: string, file: Buffer): Buffer | string {
  if (name === '/index.html') return file.toString().replace('<html ', `<html data-version="${version}" `);
  if (name !== '/service-worker.js') return file;
  return file.toString().replace(/(url:`index\.html`,revision:`|"url":"index\.html","revision":")/, `$1${version}`);
}
