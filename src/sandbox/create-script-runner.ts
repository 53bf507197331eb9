import { createCancelledError } from '@/base/cancelled';
import type { ScriptExit, ScriptRequest, ScriptRunner } from '@/engine/ports/script-runner';
import type { SandboxCommand, SandboxMessage } from './worker-messages';

/** Where one script runs: a worker of the page, or a thread. */
export interface Sandbox {
  send(command: SandboxCommand): void;
  /** Ends it at once, whatever it does. Nothing is heard of it afterwards. */
  end(): void;
}

/** What is heard of a sandbox. */
export interface SandboxListener {
  readonly onMessage: (message: SandboxMessage) => void;
  /** Called when it cannot be started or breaks. `message` may be empty. */
  readonly onFailure: (message: string) => void;
}

/** Starts a sandbox. It tells nothing before this has returned. */
export type StartSandbox = (language: ScriptRequest['language'], listener: SandboxListener) => Sandbox;

/**
 * Runs each script in a new sandbox: runs cannot see each other, and a script that does not stop is ended with its
 * sandbox. The time limit of a script starts once its sandbox is ready.
 */
export function createScriptRunner(startSandbox: StartSandbox): ScriptRunner {
  return {
    run: (request, sink, signal, callTool) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(createCancelledError('The script'));
          return;
        }
        let isOver = false;
        let timer: ReturnType<typeof setTimeout> | undefined;
        const endScript = () => {
          isOver = true;
          clearTimeout(timer);
          signal.removeEventListener('abort', abortScript);
          sandbox.end();
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
        const sendWhileOpen = (command: SandboxCommand) => {
          if (!isOver) sandbox.send(command);
        };
        const hear = (message: SandboxMessage) => {
          if (message.kind === 'called') {
            const { call, name, args } = message;
            callTool?.(name, args).then((answer) => sendWhileOpen({ kind: 'answered', call, answer }), failScript);
            return;
          }
          // Output is passed on after the script has ended, so this takes none of its time.
          clearTimeout(timer);
          if (message.kind === 'ended') return finishScript(message.exit);
          if (message.kind === 'printed') {
            sink(message.stream, message.bytes).then(() => sendWhileOpen({ kind: 'more' }), failScript);
            return;
          }
          const outOfTime = () =>
            finishScript({
              ...createNotRunExit(`The script ran past its time of ${request.timeoutMs} ms and was stopped.`),
              timedOut: true,
            });
          timer = setTimeout(outOfTime, Math.min(request.timeoutMs, maxTimer));
          sandbox.send({ kind: 'run', request });
        };
        const sandbox = startSandbox(request.language, {
          onMessage: (message) => {
            if (!isOver) hear(message);
          },
          onFailure: (message) => {
            if (isOver) return;
            finishScript(createNotRunExit(`The sandbox failed: ${message || 'its code could not be loaded'}.`));
          },
        });
        signal.addEventListener('abort', abortScript, { once: true });
      }),
  };
}

/** The longest delay of a timer, 24 days. */
const maxTimer = 2 ** 31 - 1;

function createNotRunExit(said: string): ScriptExit {
  return { exitCode: -1, said: `${said}\n` };
}
