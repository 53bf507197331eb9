import { createCancelledError } from '@/base/cancelled';
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
          reject(createCancelledError('The script'));
          return;
        }
        const worker = startWorker(request.language);
        let timer: ReturnType<typeof setTimeout> | undefined;
        const tellWorker = (command: SandboxCommand) => worker.postMessage(command);
        const endScript = () => {
          clearTimeout(timer);
          signal.removeEventListener('abort', abortScript);
          worker.onmessage = null;
          worker.terminate();
        };
        const finishScript = (exit: ScriptExit) => {
          endScript();
          resolve(exit);
        };
        const failScript = (error: unknown) => {
          endScript();
          reject(error);
        };
        const abortScript = () => failScript(createCancelledError('The script'));
        signal.addEventListener('abort', abortScript, { once: true });
        worker.onerror = (event) => {
          event.preventDefault();
          finishScript(createNotRunExit(`The sandbox failed: ${event.message || 'its code could not be loaded'}.`));
        };
        worker.onmessage = ({ data }: MessageEvent<SandboxMessage>) => {
          if (data.kind === 'called') {
            const { call, name, args } = data;
            const answering = callTool?.(name, args);
            answering?.then(
              (answer) => worker.onmessage !== null && tellWorker({ kind: 'answered', call, answer }),
              failScript,
            );
            return;
          }
          // Output is passed on after the script has ended, so this takes none of its time.
          clearTimeout(timer);
          if (data.kind === 'ended') return finishScript(data.exit);
          if (data.kind === 'printed') {
            sink(data.stream, data.bytes).then(
              () => worker.onmessage !== null && tellWorker({ kind: 'more' }),
              failScript,
            );
            return;
          }
          const outOfTime = () =>
            finishScript({
              ...createNotRunExit(`The script ran past its time of ${request.timeoutMs} ms and was stopped.`),
              timedOut: true,
            });
          timer = setTimeout(outOfTime, Math.min(request.timeoutMs, maxTimer));
          tellWorker({ kind: 'run', request });
        };
      }),
  };
}

/** The longest delay of a timer, 24 days. */
const maxTimer = 2 ** 31 - 1;

function createNotRunExit(said: string): ScriptExit {
  return { exitCode: -1, said: `${said}\n` };
}
