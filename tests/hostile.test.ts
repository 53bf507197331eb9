import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkText } from '@/formats/check-text';
import { writeXml } from '@/formats/xml/write-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { greedyInputs } from './hostile/greedy-inputs';
import type { HostileInput } from './hostile/hostile-input';
import { bytes, reserved } from './hostile/small-inputs';
import { validate } from './hostile/validate';
import { builtCli } from './support/built-cli';

const folder = mkdtempSync(join(tmpdir(), 'heddle-hostile-'));
let program: string;
const measure = new URL('./hostile/measure.mjs', import.meta.url).href;

/**
 * Whether the reported codes match: one of the expected ones, or none if the input is `fine`; for `any` it only has to
 * end.
 */
function isIncluded({ told }: HostileInput, status: number | null, codes: readonly string[]): boolean {
  if (told.includes('any')) return status === 0 || status === 1;
  return status === 0 ? told.includes('fine') : codes.some((code) => told.includes(code));
}

beforeAll(async () => {
  program = await builtCli();
});

// Side by side: each is a process of its own.
describe.concurrent.each(Object.entries({ ...greedyInputs, 'bytes that are no text': bytes }))(
  'of %s',
  (_group, inputs) => {
    it.each(inputs.map((input) => [`${input.ending} with ${input.what}`, input] as const))(
      '%s ends in 300 MB, with what to say',
      async (_what, input) => {
        const { status, codes, megabytes } = await validate(program, measure, folder, input);
        expect({ status, codes, isIncluded: isIncluded(input, status, codes) }).toMatchObject({ isIncluded: true });
        expect(megabytes).toBeLessThan(300);
      },
      90_000,
    );
  },
);

describe('names that every object has', () => {
  it.each(reserved.map((input) => [`${input.ending}: ${input.what}`, input] as const))(
    '%s is told or kept, and changes no other object',
    (_what, input) => {
      const { document, diagnostics } = checkText(String(input.make()), [], input.ending);
      const codes = diagnostics.filter(({ severity }) => severity === 'error').map(({ code }) => code);
      expect({ codes, isIncluded: isIncluded(input, codes.length > 0 ? 1 : 0, codes) }).toMatchObject({
        isIncluded: true,
      });
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
