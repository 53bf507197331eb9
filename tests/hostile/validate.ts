import { spawn } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { HostileInput } from './hostile-input';

/** The part of the available memory for objects, besides the program itself. */
const heap = '--max-old-space-size=220';
/** In ms: a check that takes longer hangs, even on the busiest machine. */
const patience = 60_000;

/** The result of a check: the status is null if the process hung or crashed; its time and memory are then unknown. */
export interface Checked {
  readonly status: number | null;
  /** The codes of the reported errors, each once. */
  readonly codes: readonly string[];
  /** Processor time. */
  readonly seconds?: number;
  readonly megabytes?: number;
}

let inputs = 0;

/**
 * Checks an input with the built command line (`program`), in a process of its own with little memory, which is stopped
 * if it hangs. `measure` is the path of `measure.mjs`; the input is in `folder` meanwhile.
 */
export async function validate(
  program: string,
  measure: string,
  folder: string,
  { ending, make }: HostileInput,
): Promise<Checked> {
  inputs += 1;
  const file = join(folder, `hostile-${inputs}.${ending}`);
  await writeFile(file, make());
  const child = spawn(process.execPath, [heap, '--import', measure, program, 'validate', file], {
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    timeout: patience,
  });
  const status = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [said, measured] = await Promise.all([text(child.stdio[1] as Readable), text(child.stdio[3] as Readable)]);
  await status;
  await rm(file);
  const codes = [...said.matchAll(/^.*?:\d+:\d+: error (HED\d+): /gm)].map(([, code]) => String(code));
  return { status: await status, codes: [...new Set(codes)], ...JSON.parse(measured || '{}') };
}
