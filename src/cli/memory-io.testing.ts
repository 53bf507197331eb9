import type { Io } from './io';
import { main } from './main';

/** What a run of the command line left behind. */
export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  /** What was written, by the names of the files. */
  readonly files: Readonly<Record<string, string>>;
}

interface World {
  /** Files by their names; `-` is standard input. A folder is `null`. */
  readonly files?: Readonly<Record<string, string | Uint8Array | null>>;
  readonly coloured?: boolean;
}

/** Runs the command line in memory, e.g. `run('validate a.yaml', { files: { 'a.yaml': 'tasks: {}' } })`. */
export async function run(
  line: string | readonly string[],
  { files = {}, coloured = false }: World = {},
): Promise<Ran> {
  const written: Record<string, string> = {};
  let out = '';
  let err = '';
  const io: Io = {
    read: async (file, most) => {
      const content = Object.hasOwn(files, file) ? files[file] : undefined;
      if (content === undefined) throw failure('ENOENT');
      if (content === null) throw failure('EISDIR');
      return Buffer.from(content).subarray(0, most);
    },
    write: async (file, text) => {
      if (files[file] === null) throw failure('EISDIR');
      written[file] = text;
    },
    out: {
      coloured,
      write: (text) => {
        out += text;
      },
    },
    err: {
      coloured,
      write: (text) => {
        err += text;
      },
    },
  };
  const code = await main(typeof line === 'string' ? line.split(' ').filter(Boolean) : line, io, '1.2.3');
  return { code, out, err, files: written };
}

function failure(code: string): Error {
  return Object.assign(new Error(`${code}: as in node:fs`), { code });
}
