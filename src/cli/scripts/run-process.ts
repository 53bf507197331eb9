import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter } from 'node:path';
import { createCancelledError } from '@/base/cancelled';
import type { CallScriptTool, ScriptExit, ScriptRequest, ScriptSink } from '@/engine/ports/script-runner';
import { buildScriptEnv, type Env } from '../processes/process-env';
import { endGroup, holdGroup } from '../processes/process-groups';
import { createScriptMark, killMarked, type ScriptMark } from '../processes/process-watchdog';
import { javascriptProgram } from './javascript-program';
import { openChannels, type ScriptChannels, type ScriptStreams } from './script-channels';
import { openToolServer, type ToolServer } from './tool-server';

/** The longest delay of a timer, 24 days. */
const maxTimer = 2 ** 31 - 1;

/**
 * How long the output of a script that has ended may bring nothing, in ms. A process that has left its group, and that
 * cannot be found, may hold it open.
 */
const graceMs = 1000;

/** How a language is run: its command, and what that reads at file descriptor 3. */
interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly body: (request: ScriptRequest, server: ToolServer | undefined) => string;
}

const programs: { readonly [L in ScriptRequest['language']]: Program } = {
  // Bash may take its input for a network connection and would then read the start-up file of interactive shells.
  bash: { command: 'bash', args: ['--norc', '-c', 'eval "$(</dev/fd/3)" 3<&-'], body: ({ content }) => content },
  javascript: {
    command: process.execPath,
    args: ['-e', javascriptProgram],
    body: ({ content, env, tools }, server) =>
      JSON.stringify({ script: content, names: Object.keys(env), tools, socket: server?.socket }),
  },
};

/** Where a script runs, and what it sees of the environment. */
export interface ProcessPlace {
  readonly folder: string;
  readonly processEnv: Env;
  /** Names of variables of the environment that scripts see, besides those that all see. */
  readonly passEnv: readonly string[];
}

/**
 * Runs a script as a process, with the part of the environment that every script may see. It has a process group of its
 * own: what it starts and leaves behind ends with it, and a signal to this process does not reach it. A process that
 * prints faster than the sink accepts has to wait.
 */
export async function runProcess(
  request: ScriptRequest,
  { folder, processEnv, passEnv }: ProcessPlace,
  sink: ScriptSink,
  signal: AbortSignal,
  callTool?: CallScriptTool,
): Promise<ScriptExit> {
  if (signal.aborted) throw createCancelledError('The script');
  const unreadable = request.language === 'bash' ? explainNulByte(request.content) : undefined;
  if (unreadable !== undefined) return createNotRunExit(unreadable);
  const { command, args, body } = programs[request.language];
  const { env, notes } = buildScriptEnv(processEnv, passEnv, request.env);
  const mark = createScriptMark();
  let channels: ScriptChannels | undefined;
  let process: ScriptProcess;
  let tools: ToolServer | undefined;
  try {
    if (callTool !== undefined && request.tools !== undefined) tools = await openToolServer(request.tools, callTool);
    channels = await openChannels(body(request, tools), request.stdin);
    const path = tools === undefined ? {} : { PATH: [tools.bin, env['PATH'] ?? ''].join(delimiter) };
    const options = { cwd: folder, env: { ...env, ...path, ...mark }, detached: true, stdio: [...channels.stdio] };
    const child = spawn(command, args, options);
    process = { child, mark, ...channels.started(child) };
  } catch (error) {
    channels?.close();
    tools?.close();
    return createNotRunExit(startFailure(error));
  }
  const { said, ...exit } = await awaitEnd(process, request.timeoutMs, sink, signal).finally(() => tools?.close());
  return { ...exit, said: [...notes.map((note) => `${note}\n`), said].join('') };
}

interface ScriptProcess extends ScriptStreams {
  readonly child: ChildProcess;
  readonly mark: ScriptMark;
}

function awaitEnd(
  { child, mark, stdout, stderr }: ScriptProcess,
  timeoutMs: number,
  sink: ScriptSink,
  signal: AbortSignal,
): Promise<ScriptExit> {
  return new Promise((resolve, reject) => {
    holdGroup(child.pid);
    const printed = Promise.all([
      stdout.pump((bytes) => sink('stdout', bytes)),
      stderr.pump((bytes) => sink('stderr', bytes)),
    ]);
    printed.catch(failScript);
    let exit: ScriptExit | undefined;
    let over = false;
    const timer = setTimeout(outOfTime, Math.min(timeoutMs, maxTimer));
    signal.addEventListener('abort', cancel, { once: true });
    child.on('error', (error) => finishScript(createNotRunExit(startFailure(error))));
    child.on('exit', (code, name) => {
      if (exit !== undefined) return;
      // What the script left running ends with it, because otherwise the output would never end.
      killAll();
      const ended = { exitCode: code ?? 128 + (name === null ? 0 : constants.signals[name]), said: '' };
      exit = ended;
      for (const output of [stdout, stderr]) output.endWhenIdle(graceMs);
      printed.then(() => finishScript(ended), failScript);
    });
    if (signal.aborted) cancel();

    function endWait(): void {
      over = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
      if (exit === undefined) killAll();
      // A process that could not be found may hold them open: nobody waits for it.
      for (const output of [stdout, stderr]) output.destroy();
    }
    function finishScript(ended: ScriptExit): void {
      if (over) return;
      endWait();
      printed.then(() => resolve(ended), reject);
    }
    /** Stops the script. What it has printed so far is still passed on. */
    async function outOfTime(): Promise<void> {
      exit ??= {
        ...createNotRunExit(`The script ran past its time of ${timeoutMs} ms and was stopped.`),
        timedOut: true,
      };
      killAll();
      await Promise.race([printed, new Promise((goOn) => setTimeout(goOn, graceMs).unref())]).catch(() => {});
      finishScript(exit);
    }
    function failScript(error: unknown): void {
      if (!over) endWait();
      reject(error);
    }
    function cancel(): void {
      failScript(createCancelledError('The script'));
    }
    function killAll(): void {
      endGroup(child.pid);
      killMarked(mark);
    }
  });
}

/** How a script ends that could not be started, or was stopped. */
export function createNotRunExit(message: string): ScriptExit {
  return { exitCode: -1, said: `${message}\n` };
}

/** Why bash cannot run a script with a NUL byte: it would leave the byte out in silence. */
function explainNulByte(content: string): string | undefined {
  const at = content.indexOf('\0');
  if (at === -1) return undefined;
  const line = content.slice(0, at).split('\n').length;
  return `The script could not be started: line ${line} has a NUL byte, which bash cannot read.`;
}

function startFailure(error: unknown): string {
  const { code = '', message, path = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `The script could not be started: ${path || 'its program'} or its folder is not there.`;
  if (code === 'E2BIG') return 'The script could not be started: its variables are too long.';
  return `The script could not be started: ${message}`;
}
