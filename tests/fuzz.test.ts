import { expect, it } from 'vitest';
import { checkText } from '@/formats/check-text';
import { type Notation, notations } from '@/formats/notation';
import { readAny } from '@/formats/read-any';
import { readLooseXml } from '@/formats/xml/read-xml';
import { writeXml } from '@/formats/xml/write-xml';
import { writeYaml } from '@/formats/yaml/write-yaml';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { readExamples } from './fuzz/examples';
import { mutate, type Random, randomFrom } from './fuzz/mutation';

/** `FUZZ_RUNS` and `FUZZ_SEED` try more, or others. */
const runs = Number(process.env['FUZZ_RUNS'] ?? 100_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
/** Most seconds of the processor for one input of a few kilobytes. */
const most = 2;
/** Longer examples are cut, so that there is time for many. */
const longest = 1_500;

const examples = readExamples();
const pick = <T>(random: Random, items: readonly T[]): T => items[random(items.length)] as T;

function inputFrom(random: Random): string {
  const { text } = pick(random, examples);
  const start = text.length > longest && random(3) > 0 ? text.lastIndexOf('\n', random(text.length - longest)) + 1 : 0;
  return mutate(text.slice(start, start + longest), random, pick(random, examples).text);
}

function expectPlaces(text: string, diagnostics: readonly Diagnostic[]): void {
  for (const { range, message } of diagnostics) {
    if (range === undefined) continue;
    const { from, to, line, column, endLine } = range;
    if (from >= 0 && from <= to && to <= text.length && line >= 1 && column >= 1 && endLine >= line) continue;
    expect.fail(`“${message}” stands at ${JSON.stringify(range)} of ${text.length}`);
  }
}

function expectWritten(document: WorkflowDocument): void {
  const wanted = { ...document, heddle: 1 };
  expect(readAny.yaml(writeYaml(document)).document).toEqual(wanted);
  expect(readAny.xml(writeXml(document)).document).toEqual(wanted);
}

/** Reads a text as a notation, or as one that a model wrote; every tenth document that is found is written and read back. */
function tryInput(text: string, notation: Notation | 'loose', random: Random): void {
  const { document, saved, diagnostics } =
    notation === 'loose' ? { ...readLooseXml(text), saved: undefined } : checkText(text, [], notation);
  expectPlaces(text, diagnostics);
  const written = document ?? saved;
  if (written && random(10) === 0) expectWritten(written);
}

it(`neither throws nor hangs on ${runs} broken texts, and what it reads it can write`, { timeout: 1_200_000 }, () => {
  let slowest = { seconds: 0, index: 0 };
  for (let index = 0; index < runs; index += 1) {
    const random = randomFrom(seed * 1_000_003 + index);
    const text = inputFrom(random);
    const notation = pick(random, [...notations, 'loose'] as const);
    const start = process.cpuUsage();
    try {
      tryInput(text, notation, random);
    } catch (error) {
      throw new Error(`Input ${index} of seed ${seed}, as ${notation}:\n${JSON.stringify(text)}`, { cause: error });
    }
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    if (seconds > slowest.seconds) slowest = { seconds, index };
  }
  expect(slowest.seconds, `input ${slowest.index}`).toBeLessThan(most);
});
