import { cancelled } from '@/base/cancelled';
import type { ScriptExit, ScriptRequest, ScriptRunner } from '@/engine/ports/script-runner';
import type { SandboxCommand, SandboxMessage } from './worker-messages';

/** The part of a worker that is used here. */
type SandboxWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

/**
 * Runs each script in a sandbox inside a new worker: runs cannot see each other, and a script that does not stop is
 * ended with its worker. The time limit of a script starts once its sandbox is ready.
 */
export function createScriptRunner(startWorker: (language: ScriptRequest['language']) => SandboxWorker): ScriptRunner {
  return {
    run: (request, sink, signal, callTool) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(cancelled('The script'));
          return;
        }
        const worker = startWorker(request.language);
        let timer: ReturnType<typeof setTimeout> | undefined;
        const tell = (command: SandboxCommand) => worker.postMessage(command);
        const end = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abort);
          worker.onmessage = null;
          worker.terminate();
        };
        const finish = (exit: ScriptExit) => {
          end();
          resolve(exit);
        };
        const fail = (error: unknown) => {
          end();
          reject(error);
        };
        const abort = () => fail(cancelled('The script'));
        signal.addEventListener('abort', abort, { once: true });
        worker.onerror = (event) => {
          event.preventDefault();
          finish(notRun(`The sandbox failed: ${event.message || 'its code could not be loaded'}.`));
        };
        worker.onmessage = ({ data }: MessageEvent<SandboxMessage>) => {
          if (data.kind === 'called') {
            const { call, name, args } = data;
            const answering = callTool?.(name, args);
            answering?.then((answer) => worker.onmessage !== null && tell({ kind: 'answered', call, answer }), fail);
            return;
          }
          // Output is passed on after the script has ended, so this takes none of its time.
          clearTimeout(timer);
          if (data.kind === 'ended') return finish(data.exit);
          if (data.kind === 'printed') {
            sink(data.stream, data.bytes).then(() => worker.onmessage !== null && tell({ kind: 'more' }), fail);
            return;
          }
          const outOfTime = () =>
            finish({
              ...notRun(`The script ran past its time of ${request.timeoutMs} ms and was stopped.`),
              timedOut: true,
            });
          timer = setTimeout(outOfTime, Math.min(request.timeoutMs, maxTimer));
          tell({ kind: 'run', request });
        };
      }),
  };
}

/** The longest delay of a timer, 24 days. */
const maxTimer = 2 ** 31 - 1;

function notRun(said: string): ScriptExit {
  return { exitCode: -1, said: `${said}\n` };
}
