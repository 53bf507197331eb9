import { type ChildProcess, execFile } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ScriptOutput } from './script-output';

/** What a script prints. */
export interface ScriptStreams {
  readonly stdout: ScriptOutput;
  readonly stderr: ScriptOutput;
}

/** The open files of a process that runs a script. */
export interface ScriptChannels {
  /** Input, output, errors, and at 3 the script itself. */
  readonly stdio: readonly (number | 'pipe')[];
  /** Call once the process has its copies of the files. */
  readonly started: (child: ChildProcess) => ScriptStreams;
  /** Call instead, if there is no process. */
  readonly close: () => void;
}

/**
 * Opens the channels of a script. Its body and its input are files, so they can be of any length. On Linux its outputs
 * are named pipes, because those of Node are sockets there, which a script cannot open again as `/dev/stderr`. The
 * files have no names any more when the script starts.
 */
export async function openChannels(body: string, stdin: string): Promise<ScriptChannels> {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-script-'));
  const own: number[] = [];
  const reading: ScriptOutput[] = [];
  const openEnd = (name: string, flags: number) => {
    const fd = openSync(join(folder, name), flags);
    own.push(fd);
    return fd;
  };
  const createFile = (name: string, content: string) => {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    return openEnd(name, constants.O_RDONLY);
  };
  const createPipe = (name: string) => {
    // The reading end is opened first and without waiting: each end would wait for the other.
    const fd = openSync(join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK);
    const writing = openEnd(name, constants.O_WRONLY);
    reading.push(ScriptOutput.ofPipe(fd));
    return writing;
  };
  const closeOwn = () => {
    for (const fd of own.splice(0)) closeSync(fd);
  };
  const closeChannels = () => {
    closeOwn();
    for (const output of reading) output.destroy();
  };
  try {
    const [input, script] = [createFile('stdin', stdin), createFile('script', body)];
    const hasPipes = await makePipes(folder, ['stdout', 'stderr']);
    const outputs = hasPipes ? [createPipe('stdout'), createPipe('stderr')] : (['pipe', 'pipe'] as const);
    const startReading = (child: ChildProcess): ScriptStreams => {
      closeOwn();
      const [stdout, stderr] = hasPipes ? reading : [child.stdout, child.stderr].map(expectScriptOutput);
      return { stdout: stdout as ScriptOutput, stderr: stderr as ScriptOutput };
    };
    return { stdio: [input, ...outputs, script], started: startReading, close: closeChannels };
  } catch (error) {
    closeChannels();
    throw error;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Node opens what is piped from a process as a socket. */
function expectScriptOutput(stream: unknown): ScriptOutput {
  return ScriptOutput.ofStream(stream as Socket);
}

/** Whether there are named pipes now. Other systems than Linux open any kind of pipe by name. */
async function makePipes(folder: string, names: readonly string[]): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const made = promisify(execFile)('mkfifo', ['-m', '600', ...names.map((name) => join(folder, name))]);
  return made.then(
    () => true,
    () => false,
  );
}
