import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkText } from '@/formats/check-text';
import { writeXml } from '@/formats/xml/write-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import { greedyInputs } from './hostile/greedy-inputs';
import type { HostileInput } from './hostile/hostile-input';
import { makeLinkedApps, makeLinkedFlows, makeLinkedFunctions } from './hostile/linked-flows';
import { bytes, reserved } from './hostile/small-inputs';
import { runBounded, validate } from './hostile/validate';
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

describe('what runs one another', () => {
  const keep = (name: string, text: string): string => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };

  it.each([
    ['30 apps of Dify, each by all', () => makeLinkedApps(30, 30)],
    ['100 apps of Dify, each by three', () => makeLinkedApps(100, 3)],
    ['30 flows of Flowise, each by all', () => [makeLinkedFlows(30, 30)]],
  ])(
    '%s, is imported in 600 MB, with a report for each',
    async (_, make) => {
      const files = make().map((text, at) => keep(`linked-${at}.json`, text));
      const args = ['import', ...files, '--report', 'json'];
      const { status, out, megabytes } = await runBounded(program, measure, args, 400);
      expect(status).toBe(0);
      expect(JSON.parse(out)).toHaveLength(Math.max(30, files.length));
      expect(megabytes).toBeLessThan(600);
    },
    90_000,
  );

  it('30 functions that all call one another are planned in 300 MB', async () => {
    const file = keep('linked.yaml', makeLinkedFunctions(30, 30));
    const { status, out, megabytes } = await runBounded(program, measure, ['plan', file]);
    expect({ status, out }).toEqual({ status: 0, out: expect.stringContaining('more than 2 calls deep') });
    expect(megabytes).toBeLessThan(300);
  }, 90_000);
});

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
