import type { StartSandbox } from '@/sandbox/create-script-runner';
import type { SandboxCommand, SandboxMessage } from '@/sandbox/worker-messages';
import { startWorker } from '../start-worker';

/*
 * The engine's worker has the page start its sandboxes, and each is reached by a port. In a worker that starts another,
 * Firefox may stop for good while something watches workers, as its developer tools do: it waits for one thing of the
 * new worker together with the new worker itself, and only one of the two is woken (`WaitForIsDebuggerRegistered` and
 * `mCondVar.Notify` in https://searchfox.org/firefox-main/source/dom/workers/WorkerPrivate.h). A page does not wait.
 */

/** Asks the page for a sandbox; its port goes with it. */
interface SandboxWish {
  readonly kind: 'sandbox';
  readonly language: Parameters<StartSandbox>[0];
}

/** From the page over the port: what the sandbox said, or why it broke. */
type Heard = { readonly said: SandboxMessage } | { readonly failure: string };

/** To the page over the port: what to tell the sandbox; `null` ends it. */
type Told = SandboxCommand | null;

/** Starts a sandbox from within the engine's worker. */
export const startPageSandbox: StartSandbox = (language, { onMessage, onFailure }) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<Heard>) => {
    if ('said' in data) onMessage(data.said);
    else onFailure(data.failure);
  };
  const tellPage = (told: Told) => port1.postMessage(told);
  const wish: SandboxWish = { kind: 'sandbox', language };
  self.postMessage(wish, { transfer: [port2] });
  return { send: tellPage, end: () => tellPage(null) };
};

/** Starts the sandboxes that the engine's worker asks this page for. They end with the page. */
export function servePageSandboxes(engine: Pick<Worker, 'addEventListener'>): void {
  engine.addEventListener('message', ({ data, ports: [port] }: MessageEvent<SandboxWish | undefined>) => {
    if (data?.kind === 'sandbox' && port !== undefined) connectSandbox(startWorker(data.language), port);
  });
}

function connectSandbox(sandbox: Worker, port: MessagePort): void {
  const tellEngine = (heard: Heard, transfer: Transferable[] = []) => port.postMessage(heard, transfer);
  sandbox.onmessage = ({ data: said }: MessageEvent<SandboxMessage>) =>
    tellEngine({ said }, said.kind === 'printed' ? [said.bytes.buffer] : []);
  sandbox.onerror = (event) => {
    event.preventDefault();
    tellEngine({ failure: event.message });
  };
  port.onmessage = ({ data: told }: MessageEvent<Told>) => {
    if (told !== null) return sandbox.postMessage(told);
    sandbox.terminate();
    port.close();
  };
}
