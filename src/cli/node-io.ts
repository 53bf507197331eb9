import { constants, createReadStream } from 'node:fs';
import { open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import type { WriteStream } from 'node:tty';
import { defined } from '@/base/defined';
import { explainFsError } from './explain-fs-error';
import type { Output, Terminal } from './io';

/** The files and streams of this process. */
export function createNodeIo(): Terminal {
  return {
    read: (file, most) => readStart(openStream(file), most),
    readRegular,
    stream: openStream,
    write: writeWhole,
    out: createOutput(process.stdout),
    err: createOutput(process.stderr),
  };
}

function openStream(file: string): AsyncIterable<Buffer> {
  return file === '-' ? process.stdin : createReadStream(file);
}

/** Streams that the process was started with. They are open already, so nobody waits for a writer. */
const ownStreams = /^(-|\/dev\/stdin|\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+)$/;

/** A file as it is in a revision of Git, in Git's own words after `git:` (https://git-scm.com/docs/gitrevisions). */
const fileInGit = /^git:([^-:][^:]*:.+)$/s;

function readFromGit(name: string, most: number): Promise<Uint8Array> {
  // Loaded only here: it takes other commands time at their start.
  const { execFile } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve, reject) => {
    // What is longer than allowed is cut, and refused by its length.
    const options = { encoding: 'buffer', maxBuffer: most } as const;
    execFile('git', ['cat-file', 'blob', name], options, (error, stdout, stderr) => {
      if (error === null || error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') resolve(stdout);
      else reject(new Error(stderr.toString().trim().split('\n')[0] || error.message));
    });
  });
}

async function readRegular(file: string, most: number): Promise<Uint8Array> {
  const [, inGit] = fileInGit.exec(file) ?? [];
  if (inGit !== undefined) return readFromGit(inGit, most);
  if (ownStreams.test(file)) return readStart(openStream(file), most);
  // Opened without waiting for a writer, and asked afterwards what it is, so that nothing can change in between.
  const opened = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = await opened.stat().catch(() => undefined);
  if (stats?.isFile() !== true && stats?.isDirectory() !== true) {
    await opened.close();
    throw Object.assign(new Error(`${file} is not a regular file.`), { code: 'ENOTREG' });
  }
  return readStart(opened.createReadStream(), most);
}

async function readStart(stream: AsyncIterable<Buffer>, most: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= most) break;
  }
  return Buffer.concat(chunks).subarray(0, most);
}

/** Writes a new file beside it and renames that. A device such as /dev/stdout is written to, never replaced. */
async function writeWhole(file: string, text: string): Promise<void> {
  const before = await stat(file).catch(() => undefined);
  if (before?.isFile() === false) return writeFile(file, text);
  const target = before === undefined ? file : await realpath(file);
  const fresh = `${target}.${process.pid}.tmp`;
  try {
    await writeFile(fresh, text, { flag: 'wx', ...defined({ mode: before?.mode }) });
    await rename(fresh, target);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

/** After these events there is nothing to wait for. */
const ends = ['drain', 'close', 'error'] as const;

/**
 * Output to a stream. A reader that has seen enough, such as `head`, closes its end; further output is then dropped
 * silently. A full disk, or a terminal that is gone, does not end what is under way: a run is worth more than its
 * output.
 */
function createOutput(stream: WriteStream): Output {
  let failure: string | undefined;
  const noteFailure = (error: unknown) => {
    if (error === null || error === undefined) return;
    const isRead = error instanceof Error && 'code' in error && error.code === 'EPIPE';
    if (!isRead) failure ??= explainFsError(error);
  };
  stream.on('error', noteFailure);
  return {
    get failure() {
      return failure;
    },
    write: (content) => {
      if (failure !== undefined) return;
      try {
        stream.write(content, noteFailure);
      } catch (error) {
        // A stream to a file or a device writes at once, and throws.
        noteFailure(error);
      }
    },
    // A write that failed is told only after it.
    written: () =>
      new Promise((resolve) => (stream.destroyed ? setImmediate(resolve) : stream.write('', () => resolve()))),
    async taken() {
      if (!stream.writableNeedDrain || stream.destroyed || failure !== undefined) return;
      // A reader that has closed its end makes no more room.
      await new Promise<void>((resolve) => {
        const finishOutput = () => {
          for (const name of ends) stream.off(name, finishOutput);
          resolve();
        };
        for (const name of ends) stream.on(name, finishOutput);
      });
    },
    // `hasColors` respects NO_COLOR and dumb terminals. A stream that is not a terminal has no such method.
    coloured: stream.isTTY === true && stream.hasColors(),
    // Read at each use, because the window can change its size.
    get columns() {
      return stream.isTTY === true && process.env['TERM'] !== 'dumb' ? stream.columns : undefined;
    },
  };
}
