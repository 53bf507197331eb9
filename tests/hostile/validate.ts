import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { HostileInput } from './hostile-input';

/** In ms: what takes longer hangs, even on the busiest machine. */
const patience = 60_000;

/** The result of a check: the status is null if the process hung or crashed; its time and memory are then unknown. */
export interface Checked extends Omit<Ran, 'out'> {
  /** The codes of the reported errors, each once. */
  readonly codes: readonly string[];
}

/** What a program said, and took. */
interface Ran {
  readonly status: number | null;
  readonly out: string;
  /** Processor time. */
  readonly seconds?: number;
  readonly megabytes?: number;
}

/**
 * Runs the built command line (`program`) in a process of its own with so many megabytes for objects, besides the
 * program itself. It is stopped if it hangs. `measure` is the path of `measure.mjs`.
 */
export async function runBounded(program: string, measure: string, args: readonly string[], heap = 220): Promise<Ran> {
  const child = spawn(process.execPath, [`--max-old-space-size=${heap}`, '--import', measure, program, ...args], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    timeout: patience,
  });
  const status = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [out, measured] = await Promise.all([text(child.stdio[1] as Readable), text(child.stdio[3] as Readable)]);
  return { status: await status, out, ...JSON.parse(measured || '{}') };
}

let inputs = 0;

/** Checks an input as {@link runBounded} does; it is in `folder` meanwhile. */
export async function validate(
  program: string,
  measure: string,
  folder: string,
  { ending, make }: HostileInput,
): Promise<Checked> {
  inputs += 1;
  const file = join(folder, `hostile-${inputs}.${ending}`);
  await writeFile(file, make());
  const { out, ...ran } = await runBounded(program, measure, ['validate', file]);
  await rm(file);
  const codes = [...out.matchAll(/^.*?:\d+:\d+: error (HED\d+): /gm)].map(([, code]) => String(code));
  return { codes: [...new Set(codes)], ...ran };
}
