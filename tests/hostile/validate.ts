import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

/**
 * Checks an input with the built command line (`program`), in a process of its own with little memory, which is stopped
 * if it hangs. `measure` is the path of `measure.mjs`; the input is written into `folder`.
 */
export function validate(program: string, measure: string, folder: string, { ending, make }: HostileInput): Checked {
  const file = join(folder, `hostile.${ending}`);
  writeFileSync(file, make());
  const { status, stdout, output } = spawnSync(
    process.execPath,
    [heap, '--import', measure, program, 'validate', file],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'], timeout: patience, maxBuffer: 2 ** 27 },
  );
  const codes = [...stdout.matchAll(/^.*?:\d+:\d+: error (HED\d+): /gm)].map(([, code]) => String(code));
  return { status, codes: [...new Set(codes)], ...JSON.parse(output[3] || '{}') };
}
