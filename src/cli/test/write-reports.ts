import { dirname, relative, sep } from 'node:path';
import type { JsonObject } from '@/base/json';
import { ok, type Result } from '@/base/result';
import type { RanCase } from '@/cases/open-case';
import {
  type Cohort,
  computeMetrics,
  formatHtmlReport,
  formatJsonReport,
  formatJUnitReport,
  formatMarkdownReport,
  formatTextReport,
  type LinkTo,
  readBaseline,
} from '@/cases/test-report';
import type { WorkflowDocument } from '@/workflow/document';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import type { TestFlags } from './read-test-counts';

/** Reads the report that a baseline is. Refused with a message. */
export async function readBaselineFile(io: Io, file: string): Promise<Result<ReadonlyMap<string, string>, string>> {
  try {
    const found = readBaseline(new TextDecoder().decode(await io.read(file, 100 * 2 ** 20)));
    return found === undefined ? { ok: false, error: `${file} is not a report of heddle test --json.` } : ok(found);
  } catch (error) {
    return { ok: false, error: `${file}: ${explainFsError(error)}` };
  }
}

/** What a case was in the baseline and is now, where that differs. */
export function listVerdictChanges(ran: readonly RanCase[], baseline: ReadonlyMap<string, string>): readonly string[] {
  return ran.flatMap(({ found, verdict }) => {
    const before = baseline.get(found.id);
    return before === verdict ? [] : [`${found.id}: ${before ?? 'new'} → ${verdict}`];
  });
}

/** Writes what was wished. A sentence: why a file could not be written. */
export async function writeReports(
  io: Io,
  cohort: Cohort,
  { json, junit, html, markdown }: TestFlags,
  changes: readonly string[],
): Promise<string | undefined> {
  if (json === true) io.out.write(formatJsonReport(cohort));
  else if (markdown === '-') io.out.write(formatMarkdownReport(cohort, changes));
  else {
    const lines = formatTextReport(cohort).trimEnd().split('\n');
    io.out.write(lines.map((line) => `${formatPlainLine(line)}\n`).join(''));
  }
  const files = [
    [junit, formatJUnitReport(cohort)],
    [html, formatHtmlReport(cohort, createLinkTo(html))],
    [markdown === '-' ? undefined : markdown, formatMarkdownReport(cohort, changes, createLinkTo(markdown))],
  ] as const;
  for (const [name, text] of files) {
    if (name === undefined) continue;
    try {
      await io.write(name, text);
    } catch (error) {
      return `${name}: ${explainFsError(error)}`;
    }
  }
  return undefined;
}

/** Links from a report to files beside it. */
function createLinkTo(report = ''): LinkTo {
  return (file) => relative(dirname(report), file).split(sep).map(encodeURIComponent).join('/');
}

/** Whether the gate is shut: a case failed, is held or in error, or a mean is too low. */
export function isGateShut(
  { cases }: Cohort,
  flags: TestFlags,
  baseline: ReadonlyMap<string, string> | undefined,
): boolean {
  const means: JsonObject = {
    ...computeMetrics(cases),
    score: cases.reduce((sum, { score }) => sum + score, 0) / Math.max(1, cases.length),
  };
  const isBelow = (flags['fail-below'] ?? []).some((one) => {
    const at = one.lastIndexOf('=');
    const mean = means[one.slice(0, at)];
    return typeof mean !== 'number' || mean < Number(one.slice(at + 1));
  });
  const isRegression = ({ found }: RanCase) =>
    flags['fail-on'] !== 'regression' || baseline?.get(found.id) === 'passed';
  return isBelow || cases.length === 0 || cases.some((one) => !one.isThrough && isRegression(one));
}

/**
 * Tasks at the top that no test looks at: none is named, and an expectation without a task looks at the last ones only,
 * which give the result of the run.
 */
export function listUntested({ tasks, tests = {}, testDefaults }: WorkflowDocument): readonly string[] {
  const named = JSON.stringify([tests, testDefaults]);
  const expected = [testDefaults, ...Object.values(tests)].flatMap((test) => test?.expect ?? []);
  const seesResult = expected.some(({ task, type }) => task === undefined && !figures.has(type));
  const read = new Set<string>(Object.values(tasks).flatMap(({ dependsOn = [] }) => dependsOn));
  return Object.keys(tasks).filter((id) => {
    const isNamed = [`"${id}"`, `"${id}/`, `"${id}@`, `tasks.${id}`].some((written) => named.includes(written));
    return !isNamed && (read.has(id) || !seesResult);
  });
}

/** Expectations that look at what a run took, not at what came of it. */
const figures: ReadonlySet<string> = new Set(['cost', 'latency', 'tokens']);
