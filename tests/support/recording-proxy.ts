import { createServer, request } from 'node:http';
import { freePort } from './free-port';

/** A proxy that keeps what passes. */
export interface RecordingProxy {
  readonly port: number;
  /** The bodies of all requests and answers so far, joined. */
  passed(): string;
  close(): void;
}

/** Starts a proxy before a port of this machine. */
export async function startRecordingProxy(target: number): Promise<RecordingProxy> {
  const pieces: Buffer[] = [];
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = request({ host: '127.0.0.1', port: target, method, path: url, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('data', (piece) => pieces.push(piece));
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    pieces.push(Buffer.from(JSON.stringify(headers)));
    incoming.on('data', (piece) => pieces.push(piece));
    incoming.pipe(forwarded);
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    port,
    passed: () => Buffer.concat(pieces).toString(),
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
