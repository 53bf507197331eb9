import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A file of a {@link FileServer}. */
export interface ServedFile {
  readonly body: string;
  readonly type?: string;
  /** Whether pages of other sites may read it. Default true. */
  readonly cors?: boolean;
}

/** Serves files to pages of other sites. A missing file is answered with 404. */
export interface FileServer {
  readonly url: string;
  /** Requested paths, in order. */
  readonly asked: readonly string[];
  add(path: string, file: ServedFile): void;
  /** A file that never ends, and does not declare its size. */
  addEndless(path: string): void;
  close(): Promise<void>;
}

/** Starts the server on a free port of this machine. */
export async function startFileServer(): Promise<FileServer> {
  const files = new Map<string, ServedFile | 'endless'>();
  const asked: string[] = [];
  const part = Buffer.alloc(64 * 1024, '# filling\n');

  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const file = files.get(path);
    if (file === undefined || file === 'endless' || file.cors !== false) {
      response.setHeader('access-control-allow-origin', '*');
    }
    if (file === undefined) response.writeHead(404).end('Not here');
    else if (file === 'endless') {
      const fill = () => {
        while (!response.destroyed && response.write(part));
      };
      response.on('drain', fill);
      fill();
    } else response.setHeader('content-type', file.type ?? 'text/plain').end(file.body);
  });

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    add: (path, file) => files.set(path, file),
    addEndless: (path) => files.set(path, 'endless'),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
