import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HostileInput } from './hostile-input';

/** Of the memory asked for, what is left to objects beside the program itself. */
const heap = '--max-old-space-size=220';
/** In ms: who takes longer hangs, on the busiest machine too. */
const patience = 60_000;

/** What came of a check: the status is null where the process hung or fell, and nothing is known of what it took. */
export interface Checked {
  readonly status: number | null;
  /** The codes of the errors that were told, each once. */
  readonly codes: readonly string[];
  /** Of the processor. */
  readonly seconds?: number;
  readonly megabytes?: number;
}

/**
 * Checks an input with the built command line (`program`), in a process of its own, which has little memory and is
 * stopped if it hangs. `measure` is the path of `measure.mjs`, the input is written into `folder`.
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
