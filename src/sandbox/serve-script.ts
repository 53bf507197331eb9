import type { ScriptRequest } from '@/engine/ports';
import type { SandboxMessage, ScriptResult } from './worker-messages';

/** Ways out of a worker: to the network, to what is stored, to other code. */
const doors = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource', 'importScripts'],
  ...['indexedDB', 'caches', 'cookieStore', 'navigator', 'BroadcastChannel', 'SharedWorker', 'Worker'],
];

/**
 * The inside of a sandbox worker: runs the one request it is sent. Scripts see nothing of the worker; should one ever
 * break out of its interpreter, it finds the doors walled up.
 */
export function serveScript(run: (request: ScriptRequest) => Promise<ScriptResult> | ScriptResult): void {
  closeDoors();
  self.addEventListener(
    'message',
    async ({ data }: MessageEvent<ScriptRequest>) => say({ kind: 'done', result: await run(data) }),
    { once: true },
  );
  say({ kind: 'ready' });
}

function say(message: SandboxMessage): void {
  self.postMessage(message);
}

function closeDoors(): void {
  for (let owner: object | null = globalThis; owner !== null; owner = Object.getPrototypeOf(owner)) {
    for (const door of doors) Reflect.deleteProperty(owner, door);
  }
}
