import { basename, resolve } from 'node:path';
import { defined } from '@/base/defined';
import { hashText } from '@/base/hash';
import { ok } from '@/base/result';
import type { CaseWorld, EndedSample } from '@/cases/case-world';
import { estimateCases, listUnpricedModels } from '@/cases/estimate-cases';
import { describeJudging } from '@/cases/judge/foresee-judge';
import { computeAgreement, readLabels } from '@/cases/judge/judge-labels';
import { closeCase, listCaseJudgements, listCaseRuns, listSamples, type OpenSample } from '@/cases/open-case';
import { runKeptSample, runSample } from '@/cases/run-case';
import { askSamples, type RunRepeat, runKeptCases } from '@/cases/run-cases';
import { createTestBudget } from '@/cases/test-budget';
import { type AttachedRun, buildJsonReport, type Cohort, formatUsd } from '@/cases/test-report';
import { checkMeaning } from '@/formats/check-meaning';
import type { PlannedReuse } from '@/plan/plan';
import { loadTokenCounter } from '@/providers/token-counter';
import type { Diagnostic } from '@/workflow/diagnostic';
import type { WorkflowDocument } from '@/workflow/document';
import { findTestsFile } from '@/workflow/test-files';
import { walkTasks } from '@/workflow/walk-tasks';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import type { Io } from '../io';
import { nodeClock } from '../node-clock';
import { formatPlainLine } from '../plain-line';
import { printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { loadSeldomUsed, readWorkflowText } from '../read-workflow-text';
import { type EnvProviders, readEnvProviders } from '../run/env-providers';
import { findFolder } from '../run/open-journal';
import { readReuse } from '../run/read-reuse';
import { createRunId } from '../run/run-id';
import { acceptCases } from '../test/accept-cases';
import type { attachRuns } from '../test/attach-runs';
import { cleanTests } from '../test/clean-tests';
import { openCohortStore, type StoredCohort } from '../test/cohort-store';
import { findTestedFiles } from '../test/find-tested-files';
import { importTests } from '../test/import-tests';
import { labelJudgement, readLabelsFile } from '../test/label-judgement';
import { openCaseWorld } from '../test/open-case-world';
import { openCases } from '../test/open-cases';
import { readTestCounts, type TestCounts, type TestFlags } from '../test/read-test-counts';
import { createTestRecordings, refuseBrokenRecordings } from '../test/read-test-recordings';
import { readTestsFile } from '../test/read-tests-file';
import { findResumed, keepResumedAnswers, pickResumedFlags } from '../test/resume-tests';
import { printCohort, printCohorts } from '../test/show-cohorts';
import { openTestStore, type TestStore } from '../test/test-store';
import { watchTests } from '../test/watch-tests';
import { isGateShut, listUntested, listVerdictChanges, readBaselineFile, writeReports } from '../test/write-reports';
import { keepTest } from './keep-test';

/** Runs the tests of workflows, and reports. The first line says what is kept and what is asked before anything is. */
export async function runTests(files: readonly string[], flags: TestFlags, io: Io): Promise<ExitCode> {
  const [first, second, third] = files;
  if (first === 'keep') return keepTest(files.slice(1), flags, io);
  if (first === 'cohorts') return printCohorts(second, flags.json === true, io);
  if (first === 'import') return importTests(second, io);
  if (first === 'agree' || first === 'disagree') return labelJudgement(first === 'agree', second, third, io);
  if (first === 'show') return printCohort(second, third, flags.json === true, io);
  if (files.length > 1 && flags.resume !== undefined) return printRefusal(io, 'Tests are resumed one by one.');
  const resumed = flags.resume === undefined ? ok(undefined) : await findResumed(io, first, flags);
  if (!resumed.ok) return printRefusal(io, resumed.error);
  const wished = resumed.value?.flags ?? flags;
  const figures = readTestCounts(wished);
  if (typeof figures === 'string') return printRefusal(io, figures);
  const { anew, 'max-age': age } = wished;
  const reuse = readReuse({ anew, 'max-age': age });
  if (!reuse.ok) return printRefusal(io, reuse.error);
  const outputs = [flags.junit, flags.html, flags.markdown].filter((name) => name !== undefined && name !== '-');
  const isOfOne = outputs.length > 0 || flags.baseline !== undefined;
  const tooMany = 'A report and a baseline are of one workflow. Test them one by one.';
  if (files.length > 1 && isOfOne) return printRefusal(io, tooMany);
  const testAll = async (reading: Io): Promise<ExitCode> => {
    const codes: ExitCode[] = [];
    const tested = resumed.value ? [resumed.value.file] : files.length > 0 ? files : await findTestedFiles(reading);
    if (tested.length === 0) return printRefusal(io, 'No workflow in this folder has tests. Name the file of one.');
    if (tested.length > 1 && isOfOne) return printRefusal(io, tooMany);
    for (const file of tested) {
      if (tested.length > 1 && flags.json !== true) reading.out.write(`${formatPlainLine(file)}\n`);
      codes.push(await testFile(reading, file, wished, figures, reuse.value, resumed.value?.cohort));
    }
    const worst = [exitCodes.usage, exitCodes.paused, exitCodes.problems].find((code) => codes.includes(code));
    return worst ?? exitCodes.fine;
  };
  return flags.watch === true ? watchTests(io, testAll) : testAll(io);
}

async function testFile(
  io: Io,
  file: string,
  flags: TestFlags,
  figures: TestCounts,
  reuse: PlannedReuse | undefined,
  resumed: StoredCohort | undefined,
): Promise<ExitCode> {
  const { provider: known = [] } = flags;
  const providers = readEnvProviders(io.machine.env, known, flags.protocol ?? []);
  if (!providers.ok) return printRefusal(io, providers.error);
  let hash = '';
  const read = await readWorkflow(io, file, async (text, notation, more) => {
    hash = hashText(text);
    return checkMeaning(await readWorkflowText(text, notation), known, more);
  });
  if (!read.ok) return printRefusal(io, read.error);
  const { document: whole, diagnostics } = read.value;
  const isBroken = diagnostics.some(isError);
  printDiagnostics(io.err, file, isBroken ? diagnostics : []);
  if (whole === undefined || isBroken) return exitCodes.usage;
  const tests = await readTestsFile(io, file, whole, known);
  if (tests.diagnostics.some(isError)) {
    printDiagnostics(io.err, tests.file ?? file, tests.diagnostics);
    return exitCodes.usage;
  }
  const { document } = tests;
  const store = await openTestStore(io, file, providers.value);
  try {
    const kept = resumed ? keepResumedAnswers(reuse, resumed.startedAt, nodeClock.now()) : reuse;
    const given = { io, file, flags, figures, reuse: kept, providers: providers.value, store, document, hash };
    return await testDocument({ ...given, resumed, testsFile: findTestsFile(whole) });
  } finally {
    store.close();
  }
}

const isError = ({ severity }: Diagnostic): boolean => severity === 'error';

interface TestedDocument {
  readonly io: Io;
  readonly file: string;
  /** That has the tests, from the folder of the workflow; undefined: the workflow has them itself. */
  readonly testsFile: string | undefined;
  readonly flags: TestFlags;
  readonly figures: TestCounts;
  readonly reuse: PlannedReuse | undefined;
  readonly providers: EnvProviders;
  readonly store: TestStore;
  readonly document: WorkflowDocument;
  /** Of its text. */
  readonly hash: string;
  /** The cohort that goes on; undefined: a new one. */
  readonly resumed: StoredCohort | undefined;
}

async function testDocument(tested: TestedDocument): Promise<ExitCode> {
  const started = performance.now();
  const { io, file, testsFile, flags, figures, reuse, providers, store, document, hash, resumed } = tested;
  const folder = findFolder(io, file);
  const cohorts = openCohortStore(io, folder);
  const ids = resumed && new Set(resumed.ids);
  const cases = await openCases(io, document, file, folder, cohorts, flags, figures, ids);
  if (!cases.ok) return printRefusal(io, cases.error);
  if (cases.value.length === 0)
    return printRefusal(io, `${file}: no test matches. heddle test ${file} --list lists them.`);
  if (flags.list === true) {
    io.out.write(
      cases.value.map(({ found }) => `${formatPlainLine(found.id)}${formatTags(found.test.tags)}\n`).join(''),
    );
    return exitCodes.fine;
  }
  const paths = new Set([...walkTasks(document)].map(({ taskPath }) => taskPath as string));
  const unknown = reuse?.anew?.find((path) => !paths.has(path));
  if (unknown !== undefined) return printRefusal(io, `There is no task ${unknown}, which is to be asked again.`);
  const baseline = flags.baseline === undefined ? ok(undefined) : await readBaselineFile(io, flags.baseline);
  if (!baseline.ok) return printRefusal(io, baseline.error);
  const recordings = createTestRecordings(io, folder);
  const open = await refuseBrokenRecordings(cases.value, recordings, file);
  const world = await openCaseWorld(io, document, folder, { file, testsFile }, flags, providers, open, store);
  if (typeof world === 'number') return world;
  const ended = new Map<string, EndedSample>();
  const hearing: CaseWorld =
    flags.runs === undefined && flags.accept !== true
      ? world
      : { ...world, hearSample: (one) => keepEnded(ended, one) };
  const run: RunRepeat = async ({ prepared, found }, repeat, budget) =>
    prepared &&
    (budget === undefined ? runKeptSample : runSample)(prepared, hearing, {
      ...{ repeat, reuse, recording: await recordings.read(found) },
      ...defined({ budget }),
    });

  const asking = await runKeptCases(open, figures.jobs, run);
  const asked = new Set(asking.map(([one]) => one));
  const shown = flags.changed === true ? open.filter((one) => asked.has(one)) : open;
  const estimate = asking.length === 0 ? '' : await formatEstimate(asking, world);
  const held = shown.filter((one) => !asked.has(one) && one.samples.some(({ verdict }) => verdict === 'held'));
  const unplanned = shown.filter(({ prepared }) => prepared === undefined);
  const first = [
    `${shown.length} ${shown.length === 1 ? 'case' : 'cases'}: ${shown.length - asked.size - held.length - unplanned.length} kept`,
    `${asked.size} ${flags.offline === true && asked.size > 0 ? 'not asked' : 'asked'}`,
    ...(held.length === 0 ? [] : [`${held.length} held`]),
    ...(unplanned.length === 0 ? [] : [`${unplanned.length} in error`]),
    ...(asked.size === 0 ? [] : [estimate]),
  ].join(', ');
  const judging = describeJudging(listSamples(shown), flags.offline === true);
  (flags.json === true ? io.err : io.out).write(`${[first, judging].filter(Boolean).join('. ')}\n`);
  if (flags.plan === true) return exitCodes.fine;
  const isAsked = flags.offline !== true && asking.length > 0;
  const unpriced = isAsked && figures.maxUsd !== undefined ? listUnpricedModels(asking, await world.catalogue()) : [];
  if (unpriced.length > 0) {
    return printRefusal(
      io,
      `The price of ${unpriced.map(formatPlainLine).join(', ')} is not known, so --max-usd cannot be kept. Say it with --unknown-price-usd IN/OUT.`,
    );
  }
  const stored = {
    ...{
      version: 1 as const,
      cohort: resumed?.cohort ?? createRunId(io.machine.now()),
      document: basename(file),
      hash,
    },
    ...{ startedAt: resumed?.startedAt ?? nodeClock.now(), flags: pickResumedFlags(flags) },
    ...{ ids: shown.map(({ found }) => found.id), runs: listCaseRuns(shown), cases: [] },
  };
  // Before the first call, so that tests whose process is killed can be resumed.
  if (isAsked) await cohorts.write({ ...stored, state: 'running' });
  const budget = createTestBudget(figures.maxUsd);
  if (isAsked) await askCases(io, asking, { jobs: figures.jobs, budget, run, isBailing: flags.bail });
  const { isPaused } = budget;
  const ran = shown.map(closeCase);
  const cohort: Cohort = {
    id: stored.cohort,
    ...{ file: basename(file), hash, cases: ran, ms: performance.now() - started, isPaused },
    costUsd: budget.spent,
    agreements: computeAgreement(listCaseJudgements(ran), readLabels(await readLabelsFile(io, folder))),
  };
  const changes = baseline.value === undefined ? [] : listVerdictChanges(ran, baseline.value);
  const report = {
    ...buildJsonReport(cohort),
    state: isPaused ? 'paused' : 'done',
    runs: listCaseRuns(ran),
  } as const;
  await cohorts.write({ ...stored, ...report });
  await cleanTests(io, basename(file), store, cohorts, isAsked);
  const attached = flags.runs === undefined ? noRuns : await attachFailed(io, ran, ended, flags.runs, flags.redact);
  if (typeof attached === 'string') return printRefusal(io, attached);
  const unwritten = await writeReports(io, { ...cohort, attached }, flags, changes);
  if (unwritten !== undefined) return printRefusal(io, unwritten);
  if (flags.json !== true && flags.markdown !== '-') {
    const untested = listUntested(document);
    if (untested.length > 0) io.err.write(`No test looks at: ${untested.map(formatPlainLine).join(', ')}\n`);
  }
  if (flags.accept === true) {
    const holder = testsFile === undefined ? file : resolve(folder, testsFile);
    const code = await acceptCases(io, holder, document, ran, ended);
    if (code !== exitCodes.fine) return code;
  }
  if (isPaused) return exitCodes.paused;
  return isGateShut(cohort, flags, baseline.value) ? exitCodes.problems : exitCodes.fine;
}

const noRuns: ReadonlyMap<string, AttachedRun> = new Map();

const attachFailed = async (...given: Parameters<typeof attachRuns>) => (await loadSeldomUsed()).attachRuns(...given);

/** Keeps the run of the first repeat of a case that did not pass; one that is run again is another. */
function keepEnded(ended: Map<string, EndedSample>, sample: EndedSample): void {
  const { caseId, repeat, isPassed } = sample;
  const known = ended.get(caseId);
  if (!isPassed && (known === undefined || repeat <= known.repeat)) ended.set(caseId, sample);
  else if (isPassed && known?.repeat === repeat) ended.delete(caseId);
}

const formatTags = (tags: readonly string[] = []): string => (tags.length === 0 ? '' : `  [${tags.join(', ')}]`);

/** `≈ $0.02` for what is asked. */
async function formatEstimate(asking: readonly OpenSample[], { catalogue, store }: CaseWorld): Promise<string> {
  const usd = await estimateCases(asking, await catalogue(), loadTokenCounter, await store.measure());
  return usd === undefined ? 'the price is not known' : `≈ ${formatUsd(usd)}`;
}

/** Asks what is missing, until the budget is used or the person stops it. */
async function askCases(
  io: Io,
  asking: readonly OpenSample[],
  options: Parameters<typeof askSamples>[1],
): Promise<void> {
  const stopListening = io.machine.onStop(() => {
    io.err.write('Pausing. Press Ctrl+C again to stop at once.\n');
    options.budget.pause();
  });
  await askSamples(asking, options).finally(stopListening);
}
