import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkText } from '@/formats/check-text';
import { writeXml } from '@/formats/xml/write-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { greedyInputs } from './hostile/greedy-inputs';
import type { HostileInput } from './hostile/hostile-input';
import { bytes, reserved } from './hostile/small-inputs';
import { builtCli } from './support/built-cli';

const folder = mkdtempSync(join(tmpdir(), 'heddle-hostile-'));
let program: string;
const measure = new URL('./hostile/measure.mjs', import.meta.url).href;
/** Of the memory asked for, what is left to objects beside the program itself. */
const heap = '--max-old-space-size=220';

/** Checks a file with the built program in a process of its own, which has little memory and is stopped if it hangs. */
function validate({ ending, make }: HostileInput) {
  const file = join(folder, `hostile.${ending}`);
  writeFileSync(file, make());
  const { status, stdout, output } = spawnSync(
    process.execPath,
    [heap, '--import', measure, program, 'validate', file],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe', 'pipe'], timeout: 60_000, maxBuffer: 2 ** 27 },
  );
  const codes = new Set([...stdout.matchAll(/^.*?:\d+:\d+: error (HED\d+): /gm)].map(([, code]) => code));
  const taken: { seconds: number; megabytes: number } = JSON.parse(output[3] || '{}');
  return { status, codes: [...codes], ...taken };
}

/** Whether what was told is what had to be: one of these codes, or nothing if the input is `fine`; of `any` only that it ends. */
function isTold({ told }: HostileInput, status: number | null, codes: readonly (string | undefined)[]): boolean {
  if (told.includes('any')) return status === 0 || status === 1;
  return status === 0 ? told.includes('fine') : codes.some((code) => code !== undefined && told.includes(code));
}

beforeAll(async () => {
  program = await builtCli();
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(Object.entries({ ...greedyInputs, 'bytes that are no text': bytes }))('of %s', (_group, inputs) => {
  it.each(inputs.map((input) => [`${input.ending} with ${input.what}`, input] as const))(
    '%s ends in two seconds of the processor and 300 MB, with what to say',
    (_what, input) => {
      const { status, codes, seconds, megabytes } = validate(input);
      expect({ status, codes, isTold: isTold(input, status, codes) }).toMatchObject({ isTold: true });
      expect(seconds).toBeLessThan(2);
      expect(megabytes).toBeLessThan(300);
    },
    90_000,
  );
});

describe('names that every object has', () => {
  it.each(reserved.map((input) => [`${input.ending}: ${input.what}`, input] as const))(
    '%s is told or kept, and changes no other object',
    (_what, input) => {
      const { document, diagnostics } = checkText(String(input.make()), [], input.ending);
      const codes = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      expect({ codes, isTold: isTold(input, codes.length > 0 ? 1 : 0, codes) }).toMatchObject({ isTold: true });
      if (document) {
        expect(checkText(writeYaml(document), [], 'yaml').document).toEqual({ ...document, heddle: 1 });
        expect(checkText(writeXml(document), [], 'xml').document).toEqual({ ...document, heddle: 1 });
      }
      for (const object of [{}, [], () => undefined] as object[]) {
        expect(object).not.toHaveProperty('polluted');
        expect(Object.keys(Object.getPrototypeOf(object))).toEqual([]);
      }
    },
  );
});
