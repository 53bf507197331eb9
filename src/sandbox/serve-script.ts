import type {
  CallScriptTool,
  ScriptExit,
  ScriptRequest,
  ScriptSink,
  ScriptToolAnswer,
} from '@/engine/ports/script-runner';
import type { SandboxCommand, SandboxMessage } from './worker-messages';

/** Globals that give access to the network, to stored data, or to other code. */
const doors = [
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebSocketStream', 'WebTransport', 'EventSource', 'importScripts'],
  ...['indexedDB', 'caches', 'cookieStore', 'navigator', 'BroadcastChannel', 'SharedWorker', 'Worker'],
];

/** Runs a script to its end, then passes its output to the sink. */
export type RunSandboxed = (request: ScriptRequest, sink: ScriptSink, callTool?: CallScriptTool) => Promise<ScriptExit>;

/**
 * The inside of a sandbox worker: runs the one request that it receives. Scripts cannot see the worker; if one ever
 * breaks out of its interpreter, these globals are gone.
 */
export function serveScript(run: RunSandboxed): void {
  closeDoors();
  let confirmTaken = () => {};
  const sink: ScriptSink = (stream, bytes) =>
    new Promise((resolve) => {
      confirmTaken = resolve;
      sayToPage({ kind: 'printed', stream, bytes }, [bytes.buffer]);
    });
  const open = new Map<number, (answer: ScriptToolAnswer) => void>();
  let calls = 0;
  const callTool: CallScriptTool = (name, args) =>
    new Promise((resolve) => {
      calls += 1;
      open.set(calls, resolve);
      sayToPage({ kind: 'called', call: calls, name, args });
    });
  self.addEventListener('message', async ({ data }: MessageEvent<SandboxCommand>) => {
    if (data.kind === 'more') confirmTaken();
    else if (data.kind === 'answered') {
      open.get(data.call)?.(data.answer);
      open.delete(data.call);
    } else sayToPage({ kind: 'ended', exit: await run(data.request, sink, callTool) });
  });
  sayToPage({ kind: 'ready' });
}

function sayToPage(message: SandboxMessage, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function closeDoors(): void {
  for (let owner: object | null = globalThis; owner !== null; owner = Object.getPrototypeOf(owner)) {
    for (const door of doors) Reflect.deleteProperty(owner, door);
  }
}
