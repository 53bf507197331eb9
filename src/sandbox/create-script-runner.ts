import { AppError } from '@/base/errors';
import type { ScriptRequest, ScriptRunner } from '@/engine/ports';
import type { SandboxMessage, ScriptResult } from './worker-messages';

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
    async run(request, sink, signal) {
      const { stdout, stderr, exitCode } = await runWhole(request, signal);
      await sink('stdout', new TextEncoder().encode(stdout));
      await sink('stderr', new TextEncoder().encode(stderr));
      return { exitCode, said: '' };
    },
  };

  function runWhole(request: ScriptRequest, signal: AbortSignal): Promise<ScriptResult> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(cancelled());
        return;
      }
      const worker = startWorker(request.language);
      let timer: ReturnType<typeof setTimeout> | undefined;
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        worker.terminate();
      };
      const finish = (result: ScriptResult) => {
        end();
        resolve(result);
      };
      const abort = () => {
        end();
        reject(cancelled());
      };
      signal.addEventListener('abort', abort, { once: true });
      worker.onerror = (event) => {
        event.preventDefault();
        finish(notRun(`The sandbox failed: ${event.message || 'its code could not be loaded'}.`));
      };
      worker.onmessage = ({ data }: MessageEvent<SandboxMessage>) => {
        if (data.kind === 'done') {
          finish(data.result);
          return;
        }
        const outOfTime = () => finish(notRun(`The script took longer than ${request.timeoutMs} ms and was stopped.`));
        timer = setTimeout(outOfTime, Math.min(request.timeoutMs, maxTimer));
        worker.postMessage(request);
      };
    });
  }
}

/** Longest time that a timer can hold: 24 days. */
const maxTimer = 2 ** 31 - 1;

function notRun(stderr: string): ScriptResult {
  return { stdout: '', stderr: `${stderr}\n`, exitCode: -1, binary: false };
}

function cancelled(): AppError {
  return new AppError('CANCELLED', 'The script was cancelled.');
}
