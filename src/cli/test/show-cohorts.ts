import { encodeJson } from '@/base/json-text';
import { formatUsd, verdictMarks } from '@/cases/test-report';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { findFolder } from '../run/open-journal';
import { formatTable } from '../table';
import { openCohortStore, type StoredCohort } from './cohort-store';

/** Lists the cohorts that are kept beside a workflow, or here: the newest first. */
export async function printCohorts(file: string | undefined, isJson: boolean, io: Io): Promise<ExitCode> {
  const store = openCohortStore(io, findFolder(io, file));
  const found: StoredCohort[] = [];
  for (const name of await store.list(file)) {
    const cohort = await store.read(name);
    if (cohort !== undefined) found.push(cohort);
  }
  if (isJson) {
    const heads = found.map(({ cohort, document, hash, state, startedAt, ids, totals = null }) => {
      const started_at = new Date(startedAt).toISOString();
      return encodeJson({ cohort, document, hash, state, started_at, cases: ids.length, totals } as never);
    });
    io.out.write(heads.map((line) => `${line}\n`).join(''));
    return exitCodes.fine;
  }
  if (found.length === 0) io.err.write('No tests were run here yet.\n');
  io.out.write(formatTable(found.map(buildRow)));
  return exitCodes.fine;
}

function buildRow({ cohort, document, state, ids, totals }: StoredCohort): readonly string[] {
  // A process that was killed wrote no end.
  const shown = state === 'running' ? 'not ended' : state;
  const passed = totals === undefined ? `${ids.length} cases` : `${totals.passed ?? 0} of ${ids.length} passed`;
  return [cohort, document, shown, passed, totals === undefined ? '' : formatUsd(totals.cost_usd ?? 0)];
}

/** Prints what a cohort found, or one case of it: `COHORT` or `COHORT/CASE`. */
export async function printCohort(
  name: string | undefined,
  file: string | undefined,
  isJson: boolean,
  io: Io,
): Promise<ExitCode> {
  if (name === undefined) return printRefusal(io, 'Which cohort? heddle test cohorts lists them.');
  const [id = '', ...rest] = name.split('/');
  const caseId = rest.join('/');
  const cohort = await openCohortStore(io, findFolder(io, file)).find(id);
  if (cohort === undefined)
    return printRefusal(io, `There is no cohort ${formatPlainLine(id)} here. heddle test cohorts lists them.`);
  const shown = caseId === '' ? cohort.cases : cohort.cases.filter((one) => one.id === caseId);
  if (caseId !== '' && shown.length === 0)
    return printRefusal(io, `There is no case ${formatPlainLine(caseId)} in cohort ${id}.`);
  if (isJson) {
    io.out.write(`${encodeJson((caseId === '' ? cohort : shown[0]) as never, 2)}\n`);
    return exitCodes.fine;
  }
  const lines = shown.flatMap((one) => describeCase(one, caseId !== ''));
  const sum = caseId === '' ? [buildRow(cohort).filter(Boolean).join('  ')] : [];
  io.out.write([...lines, ...sum].map((line) => `${formatPlainLine(line)}\n`).join(''));
  return exitCodes.fine;
}

function describeCase(one: StoredCohort['cases'][number], isWhole: boolean): readonly string[] {
  const { id, verdict, notes, expect, run } = one;
  const mark = Object.hasOwn(verdictMarks, verdict) ? verdictMarks[verdict as keyof typeof verdictMarks] : '?';
  if (!isWhole) return [`${mark} ${id}  ${notes[0] ?? verdict}`];
  return [
    `${mark} ${id}  ${verdict}`,
    ...notes.map((note) => `    ${note}`),
    ...expect.flatMap(({ type, task, state, saw, judge, reason }) => [
      `    ${type}${task == null ? '' : ` ${task}`}: ${state}${judge == null ? '' : ` by ${judge.model}: ${reason}`}`,
      ...(saw === '' ? [] : [`        saw: ${saw}`]),
    ]),
    ...(run == null ? [] : [`    run ${run}`]),
  ];
}
