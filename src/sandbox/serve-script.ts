import type { ScriptExit, ScriptRequest, ScriptSink } from '@/engine/ports/script-runner';
import type { SandboxCommand, SandboxMessage } from './worker-messages';

/** Ways out of a worker: to the network, to what is stored, to other code. */
const doors = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource', 'importScripts'],
  ...['indexedDB', 'caches', 'cookieStore', 'navigator', 'BroadcastChannel', 'SharedWorker', 'Worker'],
];

/** Runs a script to its end, then hands over what it printed. */
export type RunSandboxed = (request: ScriptRequest, sink: ScriptSink) => Promise<ScriptExit>;

/**
 * The inside of a sandbox worker: runs the one request it is sent. Scripts see nothing of the worker; should one ever
 * break out of its interpreter, it finds the doors walled up.
 */
export function serveScript(run: RunSandboxed): void {
  closeDoors();
  let taken = () => {};
  const sink: ScriptSink = (stream, bytes) =>
    new Promise((resolve) => {
      taken = resolve;
      say({ kind: 'printed', stream, bytes }, [bytes.buffer]);
    });
  self.addEventListener('message', async ({ data }: MessageEvent<SandboxCommand>) => {
    if (data.kind === 'more') taken();
    else say({ kind: 'ended', exit: await run(data.request, sink) });
  });
  say({ kind: 'ready' });
}

function say(message: SandboxMessage, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function closeDoors(): void {
  for (let owner: object | null = globalThis; owner !== null; owner = Object.getPrototypeOf(owner)) {
    for (const door of doors) Reflect.deleteProperty(owner, door);
  }
}
