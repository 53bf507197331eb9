import { cancelled } from '@/base/cancelled';
import type { ScriptExit, ScriptRequest, ScriptRunner } from '@/engine/ports/script-runner';
import type { SandboxCommand, SandboxMessage } from './worker-messages';

/** A worker as far as it is used here. */
type SandboxWorker = Pick<Worker, 'postMessage' | 'terminate' | 'onmessage' | 'onerror'>;

const workers: { readonly [L in ScriptRequest['language']]: () => SandboxWorker } = {
  bash: () => new Worker(new URL('./bash.worker.ts', import.meta.url), { type: 'module', name: 'bash' }),
  javascript: () =>
    new Worker(new URL('./javascript.worker.ts', import.meta.url), { type: 'module', name: 'javascript' }),
};

/**
 * Runs scripts, each in a sandbox inside of a new worker: nothing of one run can be seen by another, and a script that
 * does not stop is ended with its worker. The time that a script may take begins once its sandbox is ready.
 */
export function createScriptRunner(
  startWorker: (language: ScriptRequest['language']) => SandboxWorker = (language) => workers[language](),
): ScriptRunner {
  return {
    run: (request, sink, signal) =>
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
          // What was printed is handed over once the script has ended: that takes none of its time.
          clearTimeout(timer);
          if (data.kind === 'ended') return finish(data.exit);
          if (data.kind === 'printed') {
            sink(data.stream, data.bytes).then(() => worker.onmessage !== null && tell({ kind: 'more' }), fail);
            return;
          }
          const outOfTime = () =>
            finish(notRun(`The script took longer than ${request.timeoutMs} ms and was stopped.`));
          timer = setTimeout(outOfTime, Math.min(request.timeoutMs, maxTimer));
          tell({ kind: 'run', request });
        };
      }),
  };
}

/** Longest time that a timer can hold: 24 days. */
const maxTimer = 2 ** 31 - 1;

function notRun(said: string): ScriptExit {
  return { exitCode: -1, said: `${said}\n` };
}
