import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { cancelled } from '@/base/cancelled';
import type { ScriptExit, ScriptRequest, ScriptRunner, ScriptSink } from '@/engine/ports/script-runner';
import { type Env, scriptEnv } from '../processes/process-env';
import { endGroup, holdGroup } from '../processes/process-groups';
import { watchFolder } from './folder-changes';
import { javascriptProgram } from './javascript-program';

type Script = ChildProcessByStdio<Writable, Readable, Readable>;

/** The longest delay of a timer, 24 days. */
const maxTimer = 2 ** 31 - 1;

/**
 * How long to wait for remaining output in the pipes of a stopped process, in ms. A process that left the group may
 * hold them open.
 */
const graceMs = 1000;

/** The command that starts each language. */
const programs: { readonly [L in ScriptRequest['language']]: (request: ScriptRequest) => [string, string[]] } = {
  // Bash takes our pipe for a network connection and would then read the start-up file of interactive shells.
  bash: ({ content }) => ['bash', ['--norc', '-c', content]],
  javascript: ({ content, env }) => [
    process.execPath,
    ['-e', javascriptProgram, '--', content, JSON.stringify(Object.keys(env))],
  ],
};

/**
 * Runs scripts as processes, in `folder` and with the environment without its keys. Each has a process group of its
 * own: what it starts and leaves behind ends with it, and a signal to this process does not reach it. A process that
 * prints faster than the sink accepts has to wait. The result says which files changed in the folder meanwhile, except
 * those in `except`.
 */
export function createProcessRunner(folder: string, processEnv: Env, except: readonly string[] = []): ScriptRunner {
  const processes = processRunner(folder, processEnv);
  return {
    async run(request, sink, signal) {
      if (signal.aborted) throw cancelled('The script');
      const changed = watchFolder(folder, { except });
      const exit = await processes.run(request, sink, signal);
      const filesChanged = changed();
      return filesChanged?.length === 0 ? exit : { ...exit, filesChanged };
    },
  };
}

function processRunner(folder: string, processEnv: Env): ScriptRunner {
  return {
    run: (request, sink, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(cancelled('The script'));
        const [program, args] = programs[request.language](request);
        const { env, tooLong } = scriptEnv(processEnv, request.env);
        let script: Script;
        try {
          script = spawn(program, args, { cwd: folder, env, detached: true, stdio: 'pipe' });
        } catch (error) {
          return resolve(notRun(startFailure(error)));
        }
        holdGroup(script.pid);
        const printed = Promise.all([pump(script.stdout, 'stdout', sink), pump(script.stderr, 'stderr', sink)]);
        printed.catch(fail);
        const timer = setTimeout(
          () => stop(`The script took longer than ${request.timeoutMs} ms and was stopped.`),
          Math.min(request.timeoutMs, maxTimer),
        );
        signal.addEventListener('abort', cancel, { once: true });
        script.on('error', (error) => finish(notRun(startFailure(error))));
        script.on('exit', (code, name) => {
          // What the shell left running in the background ends with it, because otherwise the output would never end.
          endGroup(script.pid);
          const notes = tooLong.map((long) => `${long} is too long for a variable, and only on standard input.\n`);
          const exitCode = code ?? 128 + (name === null ? 0 : constants.signals[name]);
          printed.then(() => finish({ exitCode, said: notes.join('') }), fail);
        });
        // A script need not read its input.
        script.stdin.on('error', () => {});
        script.stdin.end(request.stdin);

        let over = false;
        function end(): void {
          over = true;
          clearTimeout(timer);
          signal.removeEventListener('abort', cancel);
          endGroup(script.pid);
          // A process that left the group may hold them open: nobody waits for it.
          for (const stream of [script.stdout, script.stderr]) stream.destroy();
        }
        function finish(exit: ScriptExit): void {
          if (over) return;
          end();
          printed.then(() => resolve(exit), reject);
        }
        /** Stops the script. What it has printed so far is still passed on. */
        async function stop(why: string): Promise<void> {
          script.removeAllListeners('exit');
          endGroup(script.pid);
          await Promise.race([printed, new Promise((resolve) => setTimeout(resolve, graceMs).unref())]).catch(() => {});
          finish({ exitCode: -1, said: `${why}\n` });
        }
        function fail(error: unknown): void {
          if (!over) end();
          reject(error);
        }
        function cancel(): void {
          fail(cancelled('The script'));
        }
      }),
  };
}

/**
 * Passes a stream to the sink piece by piece. While the sink is not ready, nothing is read, so that the process waits.
 */
async function pump(stream: Readable, name: 'stdout' | 'stderr', sink: ScriptSink): Promise<void> {
  const bits = stream[Symbol.asyncIterator]();
  for (;;) {
    // A stream that is closed from this side has no more output.
    const bit = await bits.next().catch(() => ({ done: true as const, value: undefined }));
    if (bit.done === true) return;
    const { buffer, byteOffset, byteLength } = bit.value as Buffer<ArrayBuffer>;
    await sink(name, new Uint8Array(buffer, byteOffset, byteLength));
  }
}

function notRun(message: string): ScriptExit {
  return { exitCode: -1, said: `${message}\n` };
}

function startFailure(error: unknown): string {
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `The script could not be started: ${path || 'its program'} or its folder is not there.`;
  if (code === 'E2BIG') return 'The script could not be started: it is too long, or its variables are.';
  return `The script could not be started: ${message}`;
}
