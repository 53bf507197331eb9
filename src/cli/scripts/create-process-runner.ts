import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { constants } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { AppError } from '@/base/errors';
import type { ScriptResult } from '@/engine/capture/run-captured';
import type { ScriptRequest, ScriptRunner } from '@/engine/ports';
import { captureOutput, decodeOutput, maxOutputBytes } from './captured-output';
import { javascriptProgram } from './javascript-program';
import { type Env, scriptEnv } from './process-env';

type Script = ChildProcessByStdio<Writable, Readable, Readable>;

/** The longest that a timer can wait, 24 days. */
const maxTimer = 2 ** 31 - 1;

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
 * Runs scripts as processes, in `folder` and in the environment `around`, without its keys. Each has a process group of its own:
 * what it starts and leaves behind ends with it, and a signal to this process does not reach it.
 */
export function createProcessRunner(folder: string, around: Env): ScriptRunner {
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
      if (signal.aborted) return reject(cancelled());
      const [program, args] = programs[request.language](request);
      const { env, tooLong } = scriptEnv(around, request.env);
      let script: Script;
      try {
        script = spawn(program, args, { cwd: folder, env, detached: true, stdio: 'pipe' });
      } catch (error) {
        return resolve(notRun(startFailure(error)));
      }
      const output = captureOutput(script.stdout, script.stderr, () =>
        stop(`The script printed more than ${maxOutputBytes / 2 ** 20} MiB and was stopped.`),
      );
      const timer = setTimeout(
        () => stop(`The script took longer than ${request.timeoutMs} ms and was stopped.`),
        Math.min(request.timeoutMs, maxTimer),
      );
      signal.addEventListener('abort', cancel, { once: true });
      script.on('error', (error) => finish(notRun(startFailure(error))));
      // With the shell ends what it left running in the background, or its output would never end.
      script.on('exit', () => killGroup(script));
      script.on('close', (code, name) => {
        const notes = tooLong.map((long) => `${long} is too long for a variable, and only on standard input.\n`);
        finish(resultOf(output, notes.join(''), code ?? 128 + (name === null ? 0 : constants.signals[name])));
      });
      // A script need not read what it is given.
      script.stdin.on('error', () => {});
      script.stdin.end(request.stdin);

      let over = false;
      function end(): void {
        if (over) return;
        over = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', cancel);
        killGroup(script);
        // Something that left the group may hold them open: nobody waits for it.
        for (const stream of [script.stdout, script.stderr]) stream.destroy();
      }
      function finish(result: ScriptResult): void {
        end();
        resolve(result);
      }
      function stop(why: string): void {
        finish(resultOf(output, `${why}\n`, -1));
      }
      function cancel(): void {
        end();
        reject(cancelled());
      }
    });
  }
}

function resultOf(output: ReturnType<typeof captureOutput>, said: string, exitCode: number): ScriptResult {
  const [stdout, stderr] = [decodeOutput(output.stdout()), decodeOutput(output.stderr())];
  return { stdout: stdout.text, stderr: stderr.text + said, exitCode, binary: stdout.binary || stderr.binary };
}

function notRun(stderr: string): ScriptResult {
  return { stdout: '', stderr: `${stderr}\n`, exitCode: -1, binary: false };
}

function startFailure(error: unknown): string {
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `The script could not be started: ${path || 'its program'} or its folder is not there.`;
  if (code === 'E2BIG') return 'The script could not be started: it is too long, or its variables are.';
  return `The script could not be started: ${message}`;
}

function killGroup({ pid }: Script): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing of it is left.
  }
}

function cancelled(): AppError {
  return new AppError('CANCELLED', 'The script was cancelled.');
}
