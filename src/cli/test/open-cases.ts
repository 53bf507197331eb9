import { resolve } from 'node:path';
import { ok, type Result } from '@/base/result';
import { type FoundCase, findCases } from '@/cases/find-cases';
import { type OpenCase, openCase } from '@/cases/open-case';
import type { WorkflowDocument } from '@/workflow/document';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import type { CohortStore } from './cohort-store';
import type { TestCounts, TestFlags } from './read-test-counts';

/** The cases that options choose, planned. A case that cannot be planned is in error; the others run. */
export async function openCases(
  io: Io,
  document: WorkflowDocument,
  file: string,
  folder: string,
  cohorts: CohortStore,
  flags: TestFlags,
  { repeat, first }: TestCounts,
  /** The cases of the cohort that is resumed; left out: the options choose. */
  ids?: ReadonlySet<string>,
): Promise<Result<readonly OpenCase[], string>> {
  const readFile = async (path: string) => {
    try {
      return new TextDecoder().decode(await io.readRegular(resolve(folder, path), 200 * 2 ** 20));
    } catch {
      return undefined;
    }
  };
  const found = await findCases(document, readFile, flags.rows);
  if (!found.ok) return { ok: false, error: found.error.join('\nheddle: ') };
  for (const warning of found.value.warnings) io.err.write(`heddle: ${formatPlainLine(warning)}\n`);
  const passed = flags.failed === true && ids === undefined ? await listPassed(cohorts, file) : new Set<string>();
  if (passed === undefined) return { ok: false, error: 'There is no earlier run of these tests.' };
  const only = flags.only ?? [];
  const isChosen = ({ id, testId, test }: FoundCase) =>
    ids?.has(id) ??
    ((only.length === 0 || only.some((one) => one === id || one === testId || test.tags?.includes(one))) &&
      !passed.has(id));
  const chosen: OpenCase[] = [];
  const taken = new Map<string, number>();
  for (const one of found.value.cases.filter(isChosen)) {
    const number = (taken.get(one.testId) ?? 0) + 1;
    taken.set(one.testId, number);
    if (first !== undefined && ids === undefined && number > first) continue;
    chosen.push(openCase(document, one, flags.provider ?? [], repeat));
  }
  return ok(chosen);
}

/** What passed in the last cohort of a workflow that came to its end; undefined: there is none. */
async function listPassed(cohorts: CohortStore, file: string): Promise<ReadonlySet<string> | undefined> {
  for (const name of await cohorts.list(file)) {
    const cohort = await cohorts.read(name);
    if (cohort === undefined || cohort.state === 'running') continue;
    return new Set(cohort.cases.flatMap(({ id, verdict }) => (verdict === 'passed' ? [id] : [])));
  }
  return undefined;
}
