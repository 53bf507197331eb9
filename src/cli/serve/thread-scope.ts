import { parentPort } from 'node:worker_threads';

// A thread as the worker that the sandboxes expect. Import this first.
const port = parentPort;
if (port !== null) {
  Object.assign(globalThis, {
    self: {
      postMessage: (message: unknown, { transfer = [] }: { transfer?: ArrayBuffer[] } = {}) =>
        port.postMessage(message, transfer),
      addEventListener: (_kind: string, listener: (event: { readonly data: unknown }) => void) =>
        port.on('message', (data: unknown) => listener({ data })),
    },
  });
}
