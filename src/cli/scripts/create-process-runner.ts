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

/** The longest that a timer can wait, 24 days. */
const maxTimer = 2 ** 31 - 1;

/**
 * How long what a stopped process left in its pipes is waited for: something that left its group may hold them open.
 */
const graceMs = 1000;

/** How each language is started. */
const programs: { readonly [L in ScriptRequest['language']]: (request: ScriptRequest) => [string, string[]] } = {
  // It takes our pipe for a network connection, upon which it would read the start-up file of interactive shells.
  bash: ({ content }) => ['bash', ['--norc', '-c', content]],
  javascript: ({ content, env }) => [
    process.execPath,
    ['-e', javascriptProgram, '--', content, JSON.stringify(Object.keys(env))],
  ],
};

/**
 * Runs scripts as processes, in `folder` and in the environment `around`, without its keys. Each has a process group of
 * its own: what it starts and leaves behind ends with it, and a signal to this process does not reach it. A process
 * that prints faster than the sink takes has to wait. It is told which files changed in the folder meanwhile, but for
 * those in `except`.
 */
export function createProcessRunner(folder: string, around: Env, except: readonly string[] = []): ScriptRunner {
  const processes = processRunner(folder, around);
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

function processRunner(folder: string, around: Env): ScriptRunner {
  return {
    run: (request, sink, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) return reject(cancelled('The script'));
        const [program, args] = programs[request.language](request);
        const { env, tooLong } = scriptEnv(around, request.env);
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
          // With the shell ends what it left running in the background, or its output would never end.
          endGroup(script.pid);
          const notes = tooLong.map((long) => `${long} is too long for a variable, and only on standard input.\n`);
          const exitCode = code ?? 128 + (name === null ? 0 : constants.signals[name]);
          printed.then(() => finish({ exitCode, said: notes.join('') }), fail);
        });
        // A script need not read what it is given.
        script.stdin.on('error', () => {});
        script.stdin.end(request.stdin);

        let over = false;
        function end(): void {
          over = true;
          clearTimeout(timer);
          signal.removeEventListener('abort', cancel);
          endGroup(script.pid);
          // Something that left the group may hold them open: nobody waits for it.
          for (const stream of [script.stdout, script.stderr]) stream.destroy();
        }
        function finish(exit: ScriptExit): void {
          if (over) return;
          end();
          printed.then(() => resolve(exit), reject);
        }
        /** Ends it; what it had printed by then is still taken. */
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

/** Gives a stream to the sink bit by bit. While the sink is not ready, nothing is read, so that the process waits. */
async function pump(stream: Readable, name: 'stdout' | 'stderr', sink: ScriptSink): Promise<void> {
  const bits = stream[Symbol.asyncIterator]();
  for (;;) {
    // A stream that is closed from here has nothing more to say.
    const bit = await bits.next().catch(() => ({ done: true as const, value: undefined }));
    if (bit.done === true) return;
    const { buffer, byteOffset, byteLength } = bit.value as Buffer<ArrayBuffer>;
    await sink(name, new Uint8Array(buffer, byteOffset, byteLength));
  }
}

function notRun(said: string): ScriptExit {
  return { exitCode: -1, said: `${said}\n` };
}

function startFailure(error: unknown): string {
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `The script could not be started: ${path || 'its program'} or its folder is not there.`;
  if (code === 'E2BIG') return 'The script could not be started: it is too long, or its variables are.';
  return `The script could not be started: ${message}`;
}
