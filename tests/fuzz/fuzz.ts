import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sameJson } from '@/base/json';
import { checkText } from '@/formats/check-text';
import { readLooseXml } from '@/formats/xml/read-xml';
import { writeXml } from '@/formats/xml/write-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import type { Diagnostic } from '@/workflow/diagnostic';
import { mutate, randomFrom } from './mutate';

// Reads a great many spoiled examples, and prints as JSON what went wrong: `--runs 100000 --seed 1`, or `--only 17` for one of them.

/** What one input did wrong. */
interface Failure {
  readonly run: number;
  readonly what: string;
  readonly input: string;
}

interface Example {
  readonly notation: 'yaml' | 'xml';
  readonly text: string;
}

/** Larger examples say nothing that smaller ones do not, and cost most of the time. */
const largest = 6000;

function examples(): readonly Example[] {
  const folders = ['yaml/good', 'yaml/bad', 'yaml/seeds', 'xml/good', 'xml/bad', 'xml/seeds'] as const;
  const found = folders.flatMap((folder) =>
    readdirSync(`tests/fixtures/${folder}`)
      .filter((file) => /\.(?:yaml|xml)$/.test(file))
      .map(
        (file): Example => ({
          notation: folder.startsWith('yaml') ? 'yaml' : 'xml',
          text: readFileSync(`tests/fixtures/${folder}/${file}`, 'utf8'),
        }),
      ),
  );
  const page = readFileSync('docs/guide/language.md', 'utf8');
  for (const [, notation, text = ''] of page.matchAll(/^```(yaml|xml)\n(.*?)^```$/gms)) {
    found.push({ notation: notation as Example['notation'], text });
  }
  return found.map(({ notation, text }) => ({ notation, text: text.slice(0, largest) }));
}

/** Reads, checks and writes a text. Gives what is wrong with the outcome; throws if something throws. */
function outcome(text: string, notation: Example['notation'], isWrittenBack: boolean): string | undefined {
  const { document, saved, diagnostics } = checkText(text, ['mine'], notation);
  const outside = diagnostics.find((diagnostic) => !isWithin(diagnostic, text));
  if (outside) return `The place of ${outside.code} is not in the text.`;
  const isBroken = diagnostics.some(({ code, severity }) => severity === 'error' && /^HED[12]/.test(code));
  if (isBroken === (document !== undefined)) return 'A document and errors of its reading, or neither.';
  if (!isWrittenBack) return undefined;
  if (saved) {
    writeYaml(saved);
    writeXml(saved);
  }
  if (document === undefined) return undefined;
  const meant = { ...document, heddle: 1 };
  if (!sameJson(checkText(writeYaml(document), [], 'yaml').document, meant)) return 'YAML does not say the same.';
  if (!sameJson(checkText(writeXml(document), [], 'xml').document, meant)) return 'XML does not say the same.';
  return undefined;
}

const isWithin = ({ range }: Diagnostic, { length }: string): boolean =>
  range !== undefined && range.from >= 0 && range.from <= range.to && range.to <= length && range.line > 0;

function fuzz(first: number, runs: number, seed: number) {
  const corpus = examples();
  const failures: Failure[] = [];
  let slowest = { run: -1, ms: 0 };
  let read = 0;
  const start = performance.now();
  for (let run = first; run < first + runs; run += 1) {
    const random = randomFrom(seed * 1_000_003 + run);
    const pick = (): Example => corpus[Math.floor(random() * corpus.length)] as Example;
    const example = pick();
    const input = mutate(example.text, pick().text, random);
    const before = performance.now();
    try {
      const what = outcome(input, example.notation, run % 10 === 0);
      if (what !== undefined) failures.push({ run, what, input });
      // Prose of a model: what can be saved is, with warnings alone.
      if (example.notation === 'xml' && readLooseXml(input).diagnostics.some(({ severity }) => severity === 'error')) {
        failures.push({ run, what: 'An error where only warnings may be.', input });
      }
    } catch (error) {
      failures.push({ run, what: error instanceof Error ? (error.stack ?? error.message) : String(error), input });
    }
    const ms = performance.now() - before;
    if (ms > slowest.ms) slowest = { run, ms };
    read += 1;
    if (failures.length >= 20) break;
  }
  const seconds = (performance.now() - start) / 1000;
  return { seed, read, perSecond: Math.round(read / seconds), slowest, failures };
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
});
const report = fuzz(Number(values.only ?? 0), values.only ? 1 : Number(values.runs), Number(values.seed));
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
