import { findClosest } from '@/base/did-you-mean';
import type { Json, JsonObject } from '@/base/json';
import { decodeJson } from '@/base/json-text';
import { err, ok, type Result } from '@/base/result';
import type { WorkflowDocument } from '@/workflow/document';
import { expectationTypes } from '@/workflow/expectation-types';
import { listInputFields } from '@/workflow/inputs/input-field';
import type { Expectation, TestCase, TestDefaults } from '@/workflow/test-case-schema';
import { findTestFile, getOwnTests } from '@/workflow/test-files';
import { readRows } from './read-rows';

/** One case: a test with its defaults, or a row of its file. */
export interface FoundCase {
  /** `refund_plain`; of a row `mails/117`. */
  readonly id: string;
  readonly testId: string;
  readonly test: TestCase;
  /** Empty without rows. */
  readonly row: JsonObject;
}

/** The cases of a document, and what a person should know of them. */
export interface FoundCases {
  readonly cases: readonly FoundCase[];
  readonly warnings: readonly string[];
}

/** Reads a file of the workflow by its path in the folder; undefined: there is none. */
export type ReadTestFile = (path: string) => Promise<string | undefined>;

/**
 * The cases of a document. `rows`: a file for tests with rows, in place of theirs. Refused with sentences if a file of
 * rows cannot be read.
 */
export async function findCases(
  document: WorkflowDocument,
  readFile: ReadTestFile,
  rows?: string,
): Promise<Result<FoundCases, readonly string[]>> {
  const cases: FoundCase[] = [];
  const problems: string[] = [];
  const warnings: string[] = [];
  for (const [testId, written] of Object.entries(getOwnTests(document))) {
    if (written.disabled === true) continue;
    const test = mergeDefaults(document.testDefaults, written);
    if (written.rows === undefined) {
      cases.push({ id: testId, testId, test, row: {} });
      continue;
    }
    const path = rows ?? findTestFile(written.rows) ?? '';
    const text = await readFile(path);
    const read =
      text === undefined
        ? err([`${path}: there is no such file in the folder of the workflow.`])
        : readRows(path, text);
    if (!read.ok) {
      problems.push(...read.error.map((problem) => `${testId}: ${problem}`));
      continue;
    }
    warnings.push(...findUnusedColumns(document, testId, test, Object.keys(read.value[0]?.cells ?? {})));
    for (const [index, { cells }] of read.value.entries()) {
      const id = cells['__id'] === undefined || cells['__id'] === '' ? String(index + 1) : String(cells['__id']);
      cases.push({ id: `${testId}/${id}`, testId, test: buildRowTest(document, test, cells), row: cells });
    }
  }
  return problems.length > 0 ? err(problems) : ok({ cases, warnings });
}

/** A test with what it does not say itself; what the defaults expect comes first. */
function mergeDefaults(defaults: TestDefaults = {}, test: TestCase): TestCase {
  const { extensions: _extensions, ...shared } = defaults;
  const expect = [...(defaults.expect ?? []), ...(test.expect ?? [])];
  const mock = {
    outputs: { ...defaults.mock?.outputs, ...test.mock?.outputs },
    tools: { ...defaults.mock?.tools, ...test.mock?.tools },
  };
  return {
    ...shared,
    ...test,
    expect,
    mock,
    tags: [...new Set([...(defaults.tags ?? []), ...(test.tags ?? [])])],
    inputs: { ...defaults.inputs, ...test.inputs },
    limits: { ...defaults.limits, ...test.limits },
    judge: { ...defaults.judge, ...test.judge },
  };
}

const listInputNames = (document: WorkflowDocument): readonly string[] =>
  listInputFields(document).map(({ name }) => name);

/** A test with the inputs of a row, and with what its columns `__expected` expect. */
function buildRowTest(document: WorkflowDocument, test: TestCase, cells: JsonObject): TestCase {
  const names = new Set(listInputNames(document));
  const inputs = Object.entries(cells).filter(([column]) => names.has(column));
  const metric = typeof cells['__metric'] === 'string' && cells['__metric'] !== '' ? cells['__metric'] : undefined;
  const expected = Object.entries(cells).flatMap(([column, cell]) => {
    const isExpected = /^__expected\d*$/.test(column) && typeof cell === 'string' && cell.trim() !== '';
    if (!isExpected) return [];
    const one = parseExpectedCell(cell as string);
    return [metric === undefined ? one : { ...one, metric }];
  });
  const description = typeof cells['__description'] === 'string' ? { description: cells['__description'] } : {};
  const own = Object.fromEntries(inputs);
  const share = Number(cells['__threshold'] || Number.NaN);
  const threshold = share >= 0 && share <= 1 ? { threshold: share } : {};
  return {
    ...test,
    ...description,
    ...threshold,
    inputs: { ...test.inputs, ...own },
    expect: [...(test.expect ?? []), ...expected],
  };
}

/** Older names of types in cells, and those that differ from Heddle's. */
const cellTypes: Readonly<Record<string, string>> = { fn: 'javascript', eval: 'javascript', grade: 'llm-rubric' };

/**
 * `contains:A-20418`, `llm-rubric(0.8): Is kind`, as promptfoo has it (promptfoo.dev/docs/configuration/test-cases,
 * "CSV with Assertions"); any other text is what is equal. Lists are written with commas.
 */
function parseExpectedCell(cell: string): Expectation {
  const [, type = '', threshold, value] = /^([a-z:-]+?)(?:\(([\d.]+)\))?(?::\s*([\s\S]*))?$/.exec(cell.trim()) ?? [];
  const known = expectationTypes.find((one) => one === (cellTypes[type] ?? type));
  // A single word such as `cost` is a text, but `is-json` and `cost(0.01)` can be nothing else.
  if (known === undefined || (value === undefined && threshold === undefined && !known.includes('json')))
    return { type: 'equals', value: cell };
  const bound = threshold === undefined ? {} : { threshold: Number(threshold) };
  if (known === 'cost' || known === 'latency' || known === 'tokens')
    return { type: known, threshold: Number(threshold ?? value) };
  return { type: known, ...(value && { value: parseValue(known, value) }), ...bound };
}

function parseValue(type: string, value: string): Json {
  if (/contains-a(ll|ny)$/.test(type)) return value.split(',').map((one) => one.trim());
  if (!type.includes('json') && !type.includes('trajectory')) return value;
  try {
    return decodeJson(value) as Json;
  } catch {
    return value;
  }
}

/** Columns that are no input, that Heddle has no meaning for, and that no expectation reads. */
function findUnusedColumns(
  document: WorkflowDocument,
  testId: string,
  test: TestCase,
  columns: readonly string[],
): readonly string[] {
  const names = listInputNames(document);
  const read = JSON.stringify(test.expect ?? []);
  return columns.flatMap((column) => {
    const isUsed = names.includes(column) || column.startsWith('__') || read.includes(`row.${column}`);
    if (isUsed || read.includes(`row[`)) return [];
    const guess = findClosest(column, names);
    const advice = guess === undefined ? '' : ` Did you mean ${guess}?`;
    return [`${testId}: the column “${column}” is not an input, and no expectation reads row.${column}.${advice}`];
  });
}
