import { basename, join, relative, resolve } from 'node:path';
import { hashText } from '@/base/hash';
import type { JsonObject } from '@/base/json';
import { ok, type Result } from '@/base/result';
import { computeCaseVerdict } from '@/cases/case-verdict';
import { findCases } from '@/cases/find-cases';
import { type PreparedCase, prepareCase } from '@/cases/prepare-case';
import type { Recording } from '@/engine/log/recording';
import type { Files } from '@/engine/ports/files';
import { checkMeaning } from '@/formats/check-meaning';
import { estimatePlan } from '@/plan/estimate/estimate-plan';
import { formatModelName } from '@/plan/format-model-name';
import type { ModelCatalogue } from '@/plan/model-facts';
import { listNamedModels } from '@/plan/models-of-plan';
import { parsePrice } from '@/plan/parse-price';
import { loadTokenCounter } from '@/providers/token-counter';
import type { WorkflowDocument } from '@/workflow/document';
import { normalizeFilePath } from '@/workflow/file-path';
import { findTestFile } from '@/workflow/validate/check-tests';
import { walkTasks } from '@/workflow/walk-tasks';
import { type ExitCode, exitCodes, printRefusal } from '../exit-code';
import { explainFsError } from '../explain-fs-error';
import type { Io } from '../io';
import { formatPlainLine } from '../plain-line';
import { printDiagnostics } from '../print-diagnostics';
import { readWorkflow } from '../read-workflow';
import { readWorkflowText } from '../read-workflow-text';
import { type EnvProviders, readEnvProviders } from '../run/env-providers';
import { findFolder } from '../run/open-journal';
import { readRecordedRun } from '../run/recording-of';
import { createRunId } from '../run/run-id';
import { createRunCatalogue } from '../run/run-prices';
import { createTerminalModels } from '../run/terminal-models';
import { createTerminalTools } from '../run/terminal-tools';
import { openRunSecrets } from '../secrets/ask-secrets';
import { createSandboxScripts } from '../serve/sandbox-scripts';
import { findThreadFolder } from '../serve/thread-folder';
import { type KeptSamples, openKeptSamples } from '../test/kept-samples';
import { type CaseWorld, type RanSample, runSample } from '../test/run-case';
import { createTestBudget, type TestBudget } from '../test/test-budget';
import {
  type Cohort,
  computeMetrics,
  formatHtmlReport,
  formatJsonReport,
  formatJUnitReport,
  formatMarkdownReport,
  formatTextReport,
  formatUsd,
  type RanCase,
  readBaseline,
} from '../test/test-report';

/** The options of tests. */
export interface TestFlags {
  readonly only?: readonly string[] | undefined;
  readonly failed?: boolean | undefined;
  readonly changed?: boolean | undefined;
  readonly repeat?: string | undefined;
  readonly rows?: string | undefined;
  readonly first?: string | undefined;
  readonly 'max-usd'?: string | undefined;
  readonly offline?: boolean | undefined;
  readonly 'allow-tools'?: boolean | undefined;
  readonly 'allow-scripts'?: boolean | undefined;
  readonly baseline?: string | undefined;
  readonly 'fail-below'?: readonly string[] | undefined;
  readonly 'fail-on'?: string | undefined;
  readonly junit?: string | undefined;
  readonly html?: string | undefined;
  readonly markdown?: string | undefined;
  readonly json?: boolean | undefined;
  readonly list?: boolean | undefined;
  readonly plan?: boolean | undefined;
  readonly bail?: boolean | undefined;
  readonly jobs?: string | undefined;
  readonly 'unknown-price-usd'?: string | undefined;
  readonly provider?: readonly string[] | undefined;
  readonly protocol?: readonly string[] | undefined;
}

/** A case to run, and its repeats that were run. */
interface OpenCase {
  readonly prepared: PreparedCase | undefined;
  readonly problem: string | undefined;
  readonly found: PreparedCase['found'];
  readonly repeat: number;
  readonly samples: RanSample[];
}

/** The figures that options give; a text: what is wrong with one. */
function readFigures(flags: TestFlags): string | { repeat?: number; first?: number; jobs: number; maxUsd?: number } {
  const figures: { repeat?: number; first?: number; jobs: number; maxUsd?: number } = { jobs: 4 };
  for (const name of ['repeat', 'first', 'jobs'] as const) {
    const given = flags[name];
    if (given === undefined) continue;
    if (!/^[1-9]\d{0,5}$/.test(given)) return `--${name} ${given}: a whole number from 1 is expected.`;
    figures[name] = Number(given);
  }
  const most = flags['max-usd'];
  if (most !== undefined && !(Number(most) >= 0)) return `--max-usd ${most}: a sum in USD is expected, such as 0.50.`;
  if (most !== undefined) figures.maxUsd = Number(most);
  const failOn = flags['fail-on'];
  if (failOn !== undefined && failOn !== 'any' && failOn !== 'regression')
    return `--fail-on ${failOn}: any or regression.`;
  if (failOn === 'regression' && flags.baseline === undefined) return '--fail-on regression needs --baseline FILE.';
  const price = flags['unknown-price-usd'];
  if (price !== undefined && parsePrice(price) === undefined)
    return `--unknown-price-usd ${price}: 5/25, or 5 for both.`;
  const below = flags['fail-below']?.find((one) => !/^[^=]+=\d*\.?\d+$/.test(one));
  if (below !== undefined) return `--fail-below ${below}: write it as METRIC=0.8; score is the mean of all.`;
  return figures;
}

/** Runs the tests of workflows, and reports. The first line says what is kept and what is asked before anything is. */
export async function runTests(files: readonly string[], flags: TestFlags, io: Io): Promise<ExitCode> {
  if (files.length === 0) return printRefusal(io, 'Which file? Test takes workflows with tests.');
  const figures = readFigures(flags);
  if (typeof figures === 'string') return printRefusal(io, figures);
  const outputs = [flags.junit, flags.html, flags.markdown].filter((name) => name !== undefined && name !== '-');
  if (files.length > 1 && (outputs.length > 0 || flags.baseline !== undefined)) {
    return printRefusal(io, 'A report and a baseline are of one workflow. Test them one by one.');
  }
  const codes: ExitCode[] = [];
  for (const file of files) codes.push(await testFile(io, file, flags, figures));
  return [exitCodes.usage, exitCodes.paused, exitCodes.problems].find((code) => codes.includes(code)) ?? exitCodes.fine;
}

async function testFile(
  io: Io,
  file: string,
  flags: TestFlags,
  figures: Exclude<ReturnType<typeof readFigures>, string>,
): Promise<ExitCode> {
  const started = performance.now();
  const { provider: known = [] } = flags;
  const providers = readEnvProviders(io.machine.env, known, flags.protocol ?? []);
  if (!providers.ok) return printRefusal(io, providers.error);
  let hash = '';
  const read = await readWorkflow(io, file, async (text, notation, more) => {
    hash = hashText(text);
    return checkMeaning(await readWorkflowText(text, notation), known, more);
  });
  if (!read.ok) return printRefusal(io, read.error);
  const { document, diagnostics } = read.value;
  const isBroken = diagnostics.some(({ severity }) => severity === 'error');
  printDiagnostics(io.err, file, isBroken ? diagnostics : []);
  if (document === undefined || isBroken) return exitCodes.usage;
  const folder = findFolder(io, file);
  const cases = await openCases(io, document, folder, file, flags, figures);
  if (!cases.ok) return printRefusal(io, cases.error);
  const kept = openKeptSamples(io, folder, file);
  if (cases.value.length === 0)
    return printRefusal(io, `${file}: no test matches. heddle test ${file} --list lists them.`);
  if (flags.list === true) {
    io.out.write(
      cases.value.map(({ found }) => `${formatPlainLine(found.id)}${formatTags(found.test.tags)}\n`).join(''),
    );
    return exitCodes.fine;
  }
  const baseline = flags.baseline === undefined ? ok(undefined) : await readBaselineFile(io, flags.baseline);
  if (!baseline.ok) return printRefusal(io, baseline.error);
  const recordings = createRecordingReader(io, folder, kept);
  const open = await refuseBrokenRecordings(cases.value, recordings, file);
  const world = await openWorld(io, document, folder, file, flags, providers.value, open);
  if (typeof world === 'number') return world;

  // What is kept is run at once, and without any call: so it is known, not guessed, which cases ask.
  await forEachOf(listSamples(open), figures.jobs, async ([one, number]) => {
    if (one.prepared === undefined) return;
    one.samples[number - 1] = await runSample(one.prepared, world, await recordings.read(one.found, number));
  });
  const asking = listSamples(open).filter(([one, number]) => isAsking(one.samples[number - 1]));
  const asked = new Set(asking.map(([one]) => one));
  const shown = flags.changed === true ? open.filter((one) => asked.has(one)) : open;
  const estimate = asking.length === 0 ? '' : await estimateCost(asking, await world.catalogue());
  const held = shown.filter((one) => !asked.has(one) && one.samples.some(({ verdict }) => verdict === 'held'));
  const unplanned = shown.filter(({ prepared }) => prepared === undefined);
  const first = [
    `${shown.length} ${shown.length === 1 ? 'case' : 'cases'}: ${shown.length - asked.size - held.length - unplanned.length} kept`,
    `${asked.size} ${flags.offline === true && asked.size > 0 ? 'not asked' : 'asked'}`,
    ...(held.length === 0 ? [] : [`${held.length} held`]),
    ...(unplanned.length === 0 ? [] : [`${unplanned.length} in error`]),
    ...(asked.size === 0 ? [] : [estimate]),
  ].join(', ');
  (flags.json === true ? io.err : io.out).write(`${first}\n`);
  if (flags.plan === true) return exitCodes.fine;
  const isAsked = flags.offline !== true && asking.length > 0;
  const unpriced = isAsked && figures.maxUsd !== undefined ? listUnpriced(asking, await world.catalogue()) : [];
  if (unpriced.length > 0) {
    return printRefusal(
      io,
      `The price of ${unpriced.join(', ')} is not known, so --max-usd cannot be kept. Say it with --unknown-price-usd IN/OUT.`,
    );
  }
  const budget = createTestBudget(figures.maxUsd);
  if (isAsked) await askCases(io, asking, world, kept, recordings, flags, figures.jobs, budget);
  const { isPaused } = budget;
  const ran = shown.map(closeCase);
  const cohort: Cohort = {
    id: createRunId(io.machine.now()),
    ...{ file: basename(file), hash, cases: ran, ms: performance.now() - started, isPaused },
    costUsd: budget.spent,
  };
  const changes = baseline.value === undefined ? [] : listChanges(ran, baseline.value);
  const unwritten = await writeReports(io, cohort, flags, changes, kept);
  if (unwritten !== undefined) return printRefusal(io, unwritten);
  if (flags.json !== true && flags.markdown !== '-') {
    const untested = listUntested(document);
    if (untested.length > 0) io.err.write(`No test looks at: ${untested.map(formatPlainLine).join(', ')}\n`);
  }
  if (isPaused) return exitCodes.paused;
  return isFailed(cohort, flags, baseline.value) ? exitCodes.problems : exitCodes.fine;
}

const formatTags = (tags: readonly string[] = []): string => (tags.length === 0 ? '' : `  [${tags.join(', ')}]`);

/** A kept run that lacks something that can be asked. */
const isAsking = (sample: RanSample | undefined): boolean => sample?.mayAsk === true;

const listSamples = (open: readonly OpenCase[]): readonly (readonly [OpenCase, number])[] =>
  open.flatMap((one) => Array.from({ length: one.repeat }, (_, index) => [one, index + 1] as const));

/** Runs work for each item, so many at a time, in order; stops early if `isOver`. */
async function forEachOf<T>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<void>,
  isOver: () => boolean = () => false,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length && !isOver()) await work(items[next++] as T);
  };
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker));
}

/** The cases that options choose, planned. A case that cannot be planned is in error; the others run. */
async function openCases(
  io: Io,
  document: WorkflowDocument,
  folder: string,
  file: string,
  flags: TestFlags,
  { repeat, first }: { repeat?: number; first?: number },
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
  const last = flags.failed === true ? await openKeptSamples(io, folder, file).readReport() : undefined;
  if (flags.failed === true && last === undefined)
    return { ok: false, error: 'There is no earlier run of these tests.' };
  const verdicts = last === undefined ? undefined : readBaseline(last);
  const only = flags.only ?? [];
  const isChosen = ({ id, testId, test }: PreparedCase['found']) =>
    (only.length === 0 || only.some((one) => one === id || one === testId || test.tags?.includes(one))) &&
    (verdicts === undefined || verdicts.get(id) !== 'passed');
  const chosen: OpenCase[] = [];
  const taken = new Map<string, number>();
  for (const one of found.value.cases.filter(isChosen)) {
    const number = (taken.get(one.testId) ?? 0) + 1;
    taken.set(one.testId, number);
    if (first !== undefined && number > first) continue;
    const prepared = prepareCase(document, one, flags.provider ?? []);
    chosen.push({
      ...{ found: one, repeat: repeat ?? one.test.repeat ?? 1, samples: [] },
      ...(prepared.ok
        ? { prepared: prepared.value, problem: undefined }
        : { prepared: undefined, problem: prepared.error }),
    });
  }
  return ok(chosen);
}

/** Reads what answers a case: its own last run, and the recording that it names, each file once. */
interface RecordingReader {
  /** What answers a repeat (from 1) of a case. */
  read(found: PreparedCase['found'], number: number): Promise<readonly Recording[]>;
  /** Why the recording that a case names cannot answer it; undefined: it can, or there is none. */
  findProblem(found: PreparedCase['found']): Promise<string | undefined>;
}

function createRecordingReader(io: Io, folder: string, kept: KeptSamples): RecordingReader {
  const files = new Map<string, ReturnType<typeof readRecordedRun>>();
  const readNamed = async ({ test }: PreparedCase['found']) => {
    const path = test.recording === undefined ? undefined : findTestFile(test.recording);
    if (path === undefined) return undefined;
    const file = files.get(path) ?? readRecordedRun(io, join(folder, path));
    files.set(path, file);
    return file;
  };
  return {
    read: async (found, number) => {
      const own = await kept.read(found.id, number);
      const named = await readNamed(found);
      return [...(own === undefined ? [] : [own]), ...(named?.ok ? [await named.value()] : [])];
    },
    findProblem: async (found) => {
      const named = await readNamed(found);
      if (named?.ok === false) return named.error;
      const isEmpty = named !== undefined && (await named.value()).lastSeq === 0;
      return isEmpty ? `${found.test.recording}: it has no event of a run.` : undefined;
    },
  };
}

/** The cases, with an error for each whose recording is missing or broken: it must not be asked as if it had none. */
async function refuseBrokenRecordings(
  open: readonly OpenCase[],
  recordings: RecordingReader,
  file: string,
): Promise<readonly OpenCase[]> {
  const checked: OpenCase[] = [];
  for (const one of open) {
    const problem = one.prepared === undefined ? undefined : await recordings.findProblem(one.found);
    const { testId, test } = one.found;
    const advice = `Write it again (heddle run ${file} --json > ${findTestFile(test.recording ?? '')}), or remove the field.`;
    const told = `tests.${testId}.recording: ${problem} ${advice}`;
    checked.push(problem === undefined ? one : { ...one, prepared: undefined, problem: told });
  }
  return checked;
}

/** What the runs of cases reach. A number: the exit code of a refusal that was printed. */
async function openWorld(
  io: Io,
  document: WorkflowDocument,
  folder: string,
  file: string,
  flags: TestFlags,
  providers: EnvProviders,
  open: readonly OpenCase[],
): Promise<CaseWorld | ExitCode> {
  const plan = open.find(({ prepared }) => prepared !== undefined)?.prepared?.plan;
  const catalogue = createRunCatalogue(io, providers, flags, plan);
  const isLive = flags['allow-tools'] === true && open.some(({ found }) => found.test.tools === 'live');
  const secretOf =
    isLive && plan !== undefined
      ? await openRunSecrets(io, plan, resolve(folder, basename(file)), {}, true)
      : undefined;
  if (secretOf?.ok === false) return secretOf.error;
  const named = Object.values(document.tests ?? {}).flatMap(({ rows, recording }) =>
    [rows, recording, flags.rows].flatMap((name) => (name === undefined ? [] : [findTestFile(name) ?? name])),
  );
  const reports = [flags.baseline, flags.junit, flags.html, flags.markdown].flatMap((name) =>
    name === undefined || name === '-' ? [] : [resolve(io.machine.folder, name)],
  );
  const hidden = new Set(
    [...named.map((name) => resolve(folder, name)), ...reports].map((name) => findPathIn(folder, name)),
  );
  const scripts = io.machine.scripts;
  return {
    catalogue,
    tokens: loadTokenCounter,
    models: createTerminalModels(io.machine, providers, catalogue),
    files: hideFiles(io.machine.files(folder, [], []), hidden),
    scripts:
      flags['allow-scripts'] === true ? scripts(folder, { except: [join(folder, '.heddle')], passEnv: [] }) : undefined,
    tools: flags['allow-tools'] === true ? createTerminalTools(undefined) : undefined,
    sandbox: createSandboxScripts(findThreadFolder()),
    secretOf: secretOf?.value ?? (() => undefined),
  };
}

/** The path of a file as the runs of a workflow name it, from the folder of the workflow. */
const findPathIn = (folder: string, file: string): string => `/${relative(folder, file).replaceAll('\\', '/')}`;

/** The files without those that tests or options name: no model sees what is expected of it. */
function hideFiles({ list, read, write, remove }: Files, hidden: ReadonlySet<string>): Files {
  return {
    list: async () => (await list()).filter(({ path }) => !hidden.has(path)),
    read: async (path) => (hidden.has(normalizeFilePath(path)) ? undefined : read(path)),
    write,
    remove,
  };
}

/** `≈ $0.02` for what is asked. */
async function estimateCost(
  asking: readonly (readonly [OpenCase, number])[],
  catalogue: ModelCatalogue,
): Promise<string> {
  // Of very many cases some tell what the others cost.
  const most = 50;
  let sum = 0;
  let isKnown = true;
  for (const [{ prepared }] of asking.slice(0, most)) {
    if (prepared === undefined) continue;
    const tokens = await loadTokenCounter(listNamedModels(prepared.plan));
    const { low, high } = estimatePlan(prepared.plan, tokens, catalogue).costUsd;
    sum += (low + high) / 2;
    isKnown &&= listNamedModels(prepared.plan).every(
      (model) => model.provider === 'sim' || catalogue.factsOf(model).price !== undefined,
    );
  }
  const whole = sum * Math.max(1, asking.length / most);
  return isKnown ? `≈ ${formatUsd(whole)}` : 'the price is not known';
}

/** The models without a known price that what is asked may call, each once. */
function listUnpriced(asking: readonly (readonly [OpenCase, number])[], catalogue: ModelCatalogue): readonly string[] {
  const models = asking.flatMap(([{ prepared }]) => (prepared === undefined ? [] : listNamedModels(prepared.plan)));
  const named = new Map(models.map((model) => [formatModelName(model), model]));
  return [...named].flatMap(([name, model]) =>
    catalogue.costOf(model, { inputTokens: 0, outputTokens: 0 }) === undefined ? [formatPlainLine(name)] : [],
  );
}

/** Asks what is missing, until the budget is used or the person stops it. */
async function askCases(
  io: Io,
  asking: readonly (readonly [OpenCase, number])[],
  world: CaseWorld,
  kept: KeptSamples,
  recordings: RecordingReader,
  { bail }: TestFlags,
  jobs: number,
  budget: TestBudget,
): Promise<void> {
  let isOver = false;
  const stopListening = io.machine.onStop(() => {
    io.err.write('Pausing. Press Ctrl+C again to stop at once.\n');
    budget.pause();
  });
  try {
    await forEachOf(
      asking,
      jobs,
      async ([one, number]) => {
        if (one.prepared === undefined) return;
        const ran = await runSample(one.prepared, world, await recordings.read(one.found, number), budget);
        if (ran.asked > 0) await kept.write(one.found.id, number, ran);
        if (ran.isCut) return;
        one.samples[number - 1] = ran;
        if (bail === true && ran.verdict !== 'passed') isOver = true;
      },
      () => budget.isPaused || isOver,
    );
  } finally {
    stopListening();
  }
}

function closeCase({ found, samples, problem }: OpenCase): RanCase {
  if (problem !== undefined) {
    return { found, samples: [], problem, verdict: 'error', passed: 0, of: 0, score: 0, isThrough: false };
  }
  return { found, samples, ...computeCaseVerdict(samples, found.test.passRate) };
}

async function readBaselineFile(io: Io, file: string): Promise<Result<ReadonlyMap<string, string>, string>> {
  try {
    const found = readBaseline(new TextDecoder().decode(await io.read(file, 100 * 2 ** 20)));
    return found === undefined ? { ok: false, error: `${file} is not a report of heddle test --json.` } : ok(found);
  } catch (error) {
    return { ok: false, error: `${file}: ${explainFsError(error)}` };
  }
}

function listChanges(ran: readonly RanCase[], baseline: ReadonlyMap<string, string>): readonly string[] {
  return ran.flatMap(({ found, verdict }) => {
    const before = baseline.get(found.id);
    return before === verdict ? [] : [`${found.id}: ${before ?? 'new'} → ${verdict}`];
  });
}

/** Writes what was wished. A sentence: why a file could not be written. */
async function writeReports(
  io: Io,
  cohort: Cohort,
  { json, junit, html, markdown }: TestFlags,
  changes: readonly string[],
  kept: KeptSamples,
): Promise<string | undefined> {
  const written = formatJsonReport(cohort);
  if (json === true) io.out.write(written);
  else if (markdown === '-') io.out.write(formatMarkdownReport(cohort, changes));
  else {
    const lines = formatTextReport(cohort).trimEnd().split('\n');
    io.out.write(lines.map((line) => `${formatPlainLine(line)}\n`).join(''));
  }
  const files = [
    [junit, formatJUnitReport(cohort)],
    [html, formatHtmlReport(cohort)],
    [markdown === '-' ? undefined : markdown, formatMarkdownReport(cohort, changes)],
  ] as const;
  for (const [name, text] of files) {
    if (name === undefined) continue;
    try {
      await io.write(name, text);
    } catch (error) {
      return `${name}: ${explainFsError(error)}`;
    }
  }
  await kept.writeReport(written);
  return undefined;
}

/** Whether the gate is shut: a case failed, is held or in error, or a mean is too low. */
function isFailed({ cases }: Cohort, flags: TestFlags, baseline: ReadonlyMap<string, string> | undefined): boolean {
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

/** Tasks at the top that no test names: nothing is expected of their results. */
function listUntested(document: WorkflowDocument): readonly string[] {
  const named = JSON.stringify([document.tests, document.testDefaults]);
  const isNamed = (taskPath: string) => named.includes(`"${taskPath}`) || named.includes(`tasks.${taskPath}`);
  return [...walkTasks(document)].flatMap(({ taskPath }) =>
    taskPath.includes('/') || isNamed(taskPath) ? [] : [taskPath],
  );
}
