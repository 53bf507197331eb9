import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createCatalogueFiles } from '@/cli/catalogue-files';
import type { Io, Machine } from '@/cli/io';
import { createLimitFile } from '@/cli/limit-file';
import { runCommandLine } from '@/cli/main';
import { createNodeIo } from '@/cli/node-io';
import { createNodeMachine } from '@/cli/node-machine';
import { createServerStarter } from '@/cli/processes/start-server';
import { createProcessRunner } from '@/cli/scripts/create-process-runner';
import { createGrantFile } from '@/cli/secrets/grant-file';
import { createMemoryShare } from '@/providers/limits/memory-share';
import { type RunEvent, runEventSchema } from '@/run/events';

const real: Io = { ...createNodeIo(), machine: createNodeMachine() };
const nobodysHome = mkdtempSync(join(tmpdir(), 'heddle-home-'));

/** A command's output, and its exit code. */
export interface RanHere {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Where a command runs that is not in the folder of the tests, as a process of its own would. */
interface Place {
  readonly folder: string;
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads from standard input. */
  readonly input?: string;
  /** Receives a function that asks it to stop, as the first Ctrl-C does. */
  readonly onStart?: (stop: () => void) => void;
  /** Opens its stores; left out: those of this machine. */
  readonly openJournal?: Machine['openJournal'];
  /** Receives what it writes to standard error, as it comes. */
  readonly onError?: (text: string) => void;
}

/**
 * Runs a command in this process, on this machine, and captures its output. Without a place, paths are absolute. A
 * process of the built program is started only where that is the point: signals, kills, memory, what the system shows.
 */
export async function runHere(args: readonly string[], place?: Place): Promise<RanHere> {
  const printed = { out: '', err: '' };
  const keep = (stream: 'out' | 'err') => ({
    coloured: false,
    columns: undefined,
    taken: async () => {},
    write: (content: string | Uint8Array) => {
      const text = typeof content === 'string' ? content : Buffer.from(content).toString();
      printed[stream] += text;
      if (stream === 'err') place?.onError?.(text);
    },
  });
  const there = place === undefined ? real : ioAt(place);
  const machine = { ...there.machine, ask: undefined };
  const code = await runCommandLine(args, { ...there, out: keep('out'), err: keep('err') }, () => machine, '0');
  return { code, ...printed };
}

function ioAt({ folder, env, input = '', onStart, openJournal = real.machine.openJournal }: Place): Io {
  const at = (file: string) => (file === '-' ? file : resolve(folder, file));
  const given = Buffer.from(input);
  const home = env['HEDDLE_HOME'] ?? nobodysHome;
  const machine: Machine = {
    ...real.machine,
    env,
    folder,
    openJournal,
    catalogue: createCatalogueFiles(home, () => {}),
    limits: createMemoryShare(createLimitFile(home)),
    grants: createGrantFile(home),
    scripts: (cwd, options) => createProcessRunner(cwd, env, options),
    servers: (cwd) => createServerStarter(cwd, env),
    onStop: (listener) => {
      onStart?.(listener);
      return () => {};
    },
  };
  return {
    ...real,
    readRegular: async (file, most) => (file === '-' ? given.subarray(0, most) : real.readRegular(at(file), most)),
    read: async (file, most) => (file === '-' ? given.subarray(0, most) : real.read(at(file), most)),
    stream: (file) => (file === '-' ? streamOf(given) : real.stream(at(file))),
    write: (file, text) => real.write(at(file), text),
    machine,
  };
}

async function* streamOf(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** The answers of the tools of a run that was printed with `--json`, in order. */
export function answersIn({ out }: RanHere): readonly string[] {
  const events = out
    .split('\n')
    .filter(Boolean)
    .map((line): RunEvent => runEventSchema.parse(JSON.parse(line)));
  return events.flatMap((event) => (event.kind === 'tool.called' ? [event.result ?? ''] : []));
}
