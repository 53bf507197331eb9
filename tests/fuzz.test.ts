import { expect, it } from 'vitest';
import { samples } from '@/base/samples.testing';
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

/** `FUZZ_RUNS=100000` takes minutes, and is for changes of the readers; `FUZZ_SEED` tries others. */
const runs = samples('FUZZ_RUNS', 2000, 20_000);
const seed = Number(process.env['FUZZ_SEED'] ?? 1);
/** Most processor seconds for one input of a few kilobytes. */
const most = 2;
/** Longer examples are truncated, to leave time for many. */
const longest = 3_000;

const examples = readExamples();
const pick = <T>(random: Random, items: readonly T[]): T => items[random(items.length)] as T;

function inputFrom(random: Random): string {
  const { text } = pick(random, examples);
  const start = text.length > longest && random(3) > 0 ? text.lastIndexOf('\n', random(text.length - longest)) + 1 : 0;
  return mutate(text.slice(start, start + longest), random, pick(random, examples).text);
}

function expectPlaces(text: string, diagnostics: readonly Diagnostic[]): void {
  for (const { range, message } of diagnostics) {
    if (range === undefined) expect.fail(`“${message}” stands nowhere`);
    const { from, to, line, column, endLine } = range;
    if (from >= 0 && from <= to && to <= text.length && line >= 1 && column >= 1 && endLine >= line) continue;
    expect.fail(`“${message}” stands at ${JSON.stringify(range)} of ${text.length}`);
  }
}

/** Whether a document's content survives writing and reading back, in both notations. */
function expectWritten(document: WorkflowDocument): void {
  const wanted = { ...document, heddle: 1 };
  expect(readAny.yaml(writeYaml(document)).document).toEqual(wanted);
  expect(readAny.xml(writeXml(document)).document).toEqual(wanted);
}

/**
 * Whether the saved part of a document reads back: not always identically, because the rest may parse as an older
 * spelling.
 */
function expectReadable(saved: WorkflowDocument): void {
  expect(readAny.yaml(writeYaml(saved)).document).toBeDefined();
  expect(readAny.xml(writeXml(saved)).document).toBeDefined();
}

/** Reads a text as a notation, or as one that a model wrote; a third of the results are written and read back. */
function tryInput(text: string, notation: Notation | 'loose', random: Random): void {
  if (notation === 'loose') {
    const { document, diagnostics } = readLooseXml(text);
    expectPlaces(text, diagnostics);
    if (document && random(3) === 0) expectReadable(document);
    return;
  }
  const { document, saved, diagnostics } = checkText(text, [], notation);
  expectPlaces(text, diagnostics);
  if (random(3) > 0) return;
  if (document) expectWritten(document);
  if (saved) expectReadable(saved);
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
