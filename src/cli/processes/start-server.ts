import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import type { AppError } from '@/base/errors';
import { createToolError } from '@/base/tool-error';
import type { McpStdioServer } from '@/engine/ports/tool-client';
import { getProcessName, type ProcessWatcher, type ServerProcess, type StartServer } from '@/tools/mcp/server-process';
import { buildServerEnv, type Env } from './process-env';
import { endGroup, holdGroup, signalGroup } from './process-groups';

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * How long a server may take to end after its input is closed, and after SIGTERM, in ms. It is gone within a second.
 */
const closingMs = 250;
const termMs = 500;
/**
 * How long to wait for remaining output in a process's pipes, in ms. A process that left the group may hold them open.
 */
const graceMs = 250;
/** The most characters of its standard error that are kept, and the most lines and characters of it in a message. */
const maxKept = 4096;
const maxLines = 5;
const maxOutputChars = 500;

/**
 * Starts servers as processes in `folder`, with the variables of the environment that every program needs. Each has a
 * process group of its own: what it starts ends with it, and a signal to this process does not reach it. It is ended as
 * modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle (shutdown, stdio) specifies: its input is closed,
 * then SIGTERM, then SIGKILL.
 */
export function createServerStarter(folder: string, processEnv: Env): StartServer {
  return (server, watcher) => {
    const { command, args } = server;
    try {
      const env = buildServerEnv(processEnv, server.env);
      const child = spawn(command, args, { cwd: folder, env, detached: true, stdio: 'pipe' });
      return watchServer(child, server, watcher);
    } catch (error) {
      queueMicrotask(() => watcher.ended(startFailure(server, error)));
      return { pid: undefined, write: () => false, end: async () => {} };
    }
  };
}

function watchServer(child: Child, server: McpStdioServer, watcher: ProcessWatcher): ServerProcess {
  const { pid, stdin, stdout, stderr } = child;
  holdGroup(pid);
  let lastOutput = '';
  stderr.setEncoding('utf8').on('data', (text: string) => {
    lastOutput = (lastOutput + text).slice(-maxKept);
  });
  stdout.on('data', (bytes: Uint8Array) => watcher.printed(bytes));
  // The server need not read its input, and may end while input is written.
  for (const stream of [stdin, stdout, stderr]) stream.on('error', () => {});
  child.on('error', (error) => {
    if (pid === undefined) watcher.ended(startFailure(server, error));
  });
  const printed = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const exited = new Promise<void>((resolve) => {
    if (pid === undefined) resolve();
    child.on('exit', () => {
      // What it left running ends with it.
      endGroup(pid);
      resolve();
    });
  });
  const gone = exited.then(async () => {
    await isResolvedWithin(printed, graceMs);
    for (const stream of [stdin, stdout, stderr]) stream.destroy();
    if (pid !== undefined) watcher.ended(createEndError(server, child, lastOutput));
  });
  let ending: Promise<void> | undefined;
  return {
    pid,
    write(text) {
      const isThere = child.exitCode === null && child.signalCode === null && stdin.writable;
      if (isThere) stdin.write(text);
      return isThere;
    },
    end: () => {
      ending ??= endChild(child, exited).then(() => gone);
      return ending;
    },
  };
}

async function endChild({ pid, stdin }: Child, exited: Promise<void>): Promise<void> {
  if (pid === undefined) return;
  stdin.end();
  if (await isResolvedWithin(exited, closingMs)) return;
  signalGroup(pid, 'SIGTERM');
  if (await isResolvedWithin(exited, termMs)) return;
  endGroup(pid);
  await exited;
}

/** Whether a promise resolves within a time, in ms. */
async function isResolvedWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  const stop = new AbortController();
  try {
    const late = wait(ms, false, { signal: stop.signal }).catch(() => false);
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    stop.abort();
  }
}

function startFailure(server: McpStdioServer, error: unknown): AppError {
  const name = getProcessName(server);
  const { code = '', message } = error as NodeJS.ErrnoException;
  const advice = 'Install it, or write its whole path; it is looked for on the PATH of heddle.';
  if (code === 'ENOENT') return createToolError(`${name} could not be started: there is no such program.`, advice);
  if (code === 'EACCES') return createToolError(`${name} could not be started: it is not an executable program.`);
  return createToolError(`${name} could not be started: ${message}`);
}

/** The error for a server that ended, with its last output. */
function createEndError(server: McpStdioServer, { exitCode, signalCode }: Child, lastOutput: string): AppError {
  const how = signalCode === null ? `ended with exit code ${exitCode}` : `was ended by ${signalCode}`;
  const lines = stripVTControlCharacters(lastOutput).split(/\s*[\r\n]\s*/);
  const last = lines.filter((line) => line.trim() !== '').slice(-maxLines);
  const shownOutput = last.join(' | ').slice(-maxOutputChars).trim();
  return createToolError(`${getProcessName(server)} ${how}${shownOutput === '' ? '.' : ` and said: ${shownOutput}`}`);
}
