import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import { type CaseRuns, openCaseStore } from '@/cases/case-store';
import type { CaseWorld } from '@/cases/case-world';
import { estimateCases } from '@/cases/estimate-cases';
import { findCases } from '@/cases/find-cases';
import type { LiveAct } from '@/cases/live-acts';
import { type OpenCase, type OpenSample, openCase, refuseCase } from '@/cases/open-case';
import { runKeptSample, runSample } from '@/cases/run-case';
import type { RunRepeat } from '@/cases/run-cases';
import type { Recording } from '@/engine/log/recording';
import type { SecretOf } from '@/engine/ports/machine';
import type { ToolClient } from '@/engine/ports/tool-client';
import { hideFiles } from '@/host/hide-files';
import { readRecordedPages } from '@/host/read-recorded-pages';
import type { Plan, PlannedReuse } from '@/plan/plan';
import { createWorkflowFiles } from '@/storage/files-of';
import type { RunLocks } from '@/storage/run-locks';
import type { Stores } from '@/storage/stores';
import type { WorkflowDocument } from '@/workflow/document';
import type { TestCase } from '@/workflow/test-case-schema';
import { findTestFile, getOwnTests, listTestFiles } from '@/workflow/test-files';
import type { TestsDatabase } from './case-runs';
import { joinStoredTests } from './stored-tests';

/** What the tests of a page are judged with. */
export interface JudgingWorld
  extends Pick<CaseWorld, 'clock' | 'catalogue' | 'tokens' | 'tokenBounds' | 'models' | 'sandbox' | 'newRunId'> {
  readonly stores: Stores;
  /** Where the runs of cases are kept, apart from those of a person. */
  readonly caseRuns: CaseRuns & TestsDatabase;
  readonly locks: RunLocks;
  /** Ids of the providers that the person added. */
  readonly known: () => readonly string[];
  readonly addressOf: (provider: string) => string | undefined;
  /** What a test with `tools: live` reaches once a person has allowed it: tools, and the secrets that they send. */
  readonly openTools: () => ToolClient;
  readonly openSecrets: (workflowId: string) => SecretOf;
  /** Why a plan cannot run here at all, or not yet: it sends secrets that nobody has allowed. */
  readonly refusal: (plan: Plan, workflowId: string) => AppError | undefined;
}

/** How a repeat runs. */
interface RepeatOptions {
  readonly reuse?: PlannedReuse | undefined;
  /** Where what asks nothing is stored, to be looked at; left out: nowhere. */
  readonly keep?: CaseRuns;
  /** What a person allowed to be performed; left out: nothing. */
  readonly isAllowed?: (act: LiveAct) => boolean;
}

/** A test that is not written yet, and its recording with its path in the folder. */
export interface AddedTest {
  readonly id: string;
  readonly test: TestCase;
  readonly path: string;
  readonly recording: Uint8Array;
}

/** The cases of a workflow, and what runs them. */
export interface OpenTests {
  readonly open: readonly OpenCase[];
  readonly warnings: readonly string[];
  /** Runs a repeat; without a budget what is kept runs. */
  run(options?: RepeatOptions): RunRepeat;
  /** About what repeats cost in USD; undefined: a price is not known. */
  estimate(asking: readonly OpenSample[]): Promise<number | undefined>;
  /** The recording that a case names, anew for each repeat; undefined: none. */
  openRecording(one: OpenCase): Promise<Recording | undefined>;
}

/**
 * Opens the tests of a workflow, wherever they stand. `ids`: only these cases. `more`: counts as one of its tests.
 * Error `VALIDATION_ERROR` if rows, or a file of tests, cannot be read.
 */
export async function openTests(
  world: JudgingWorld,
  workflowId: string,
  written: WorkflowDocument,
  ids?: ReadonlySet<string>,
  more: AddedTest | undefined = undefined,
): Promise<OpenTests> {
  const { stores, caseRuns, locks: _locks, known, addressOf, openSecrets, refusal: _refusal, ...shared } = world;
  const { files } = stores;
  const joined = await joinStoredTests(files, workflowId, written, known());
  const document = more === undefined ? joined : { ...joined, tests: { ...getOwnTests(joined), [more.id]: more.test } };
  const readBytes = async (path: string) => (path === more?.path ? more.recording : files.read(workflowId, `/${path}`));
  const readFile = async (path: string) => {
    const bytes = await readBytes(path);
    return bytes && new TextDecoder().decode(bytes);
  };
  const found = await findCases(document, readFile);
  if (!found.ok) throw new AppError('VALIDATION_ERROR', found.error.join(' '));
  const store = await openCaseStore({
    ...{ runs: caseRuns, others: stores, isIndexed: true, owner: workflowId },
    ...{ clock: world.clock, addressOf },
  });
  const cases: CaseWorld = {
    ...shared,
    files: hideFiles(
      createWorkflowFiles(files, workflowId),
      new Set([...listTestFiles(document), ...listTestFiles(written)]),
    ),
    ...{ scripts: world.sandbox, secretOf: openSecrets(workflowId), isAllowed: () => false },
    store,
  };
  const recordings = new Map<string, Promise<(() => Promise<Recording>) | string>>();
  const readRecording = (path: string) => {
    const read = recordings.get(path) ?? readRecordingFile(path, readBytes);
    recordings.set(path, read);
    return read;
  };
  const checkRecording = async (one: OpenCase): Promise<OpenCase> => {
    const { recording } = one.found.test;
    const path = recording === undefined ? undefined : findTestFile(recording);
    const read = path === undefined ? undefined : await readRecording(path);
    return typeof read === 'string' ? refuseCase(one, `${recording}: ${read}`) : one;
  };
  const openRecording = async ({ found: { test } }: OpenCase) => {
    const path = test.recording === undefined ? undefined : findTestFile(test.recording);
    const read = path === undefined ? undefined : await readRecording(path);
    return typeof read === 'function' ? read() : undefined;
  };
  const open: OpenCase[] = [];
  for (const one of found.value.cases) {
    if (ids?.has(one.id) === false) continue;
    open.push(await checkRecording(openCase(document, one, known())));
  }
  const createRun =
    ({ reuse, keep, isAllowed = () => false }: RepeatOptions = {}): RunRepeat =>
    async (one, repeat, budget) => {
      // Many cases run one after the other, and a storage in memory never yields by itself.
      await world.clock.sleep(0, new AbortController().signal);
      if (one.prepared === undefined) return undefined;
      const options = { repeat, reuse, recording: await openRecording(one), ...defined({ keep }) };
      return budget === undefined
        ? runKeptSample(one.prepared, cases, options)
        : runSample(one.prepared, { ...cases, isAllowed }, { ...options, budget });
    };
  return {
    ...{ open, warnings: found.value.warnings, run: createRun, openRecording },
    estimate: async (asking) => estimateCases(asking, await world.catalogue(), world.tokens, await store.measure()),
  };
}

/** A recording among the files of a workflow; a text: why it cannot answer. */
async function readRecordingFile(
  path: string,
  readBytes: (path: string) => Promise<Uint8Array | undefined>,
): Promise<(() => Promise<Recording>) | string> {
  try {
    const bytes = await readBytes(path);
    if (bytes === undefined) return 'There is no such file of the workflow. Add it under Files, or remove the field.';
    async function* listPages() {
      yield bytes as Uint8Array;
    }
    const read = await readRecordedPages(path, listPages());
    if (!read.ok) return read.error;
    return (await read.value()).lastSeq === 0 ? 'It has no event of a run.' : read.value;
  } catch (error) {
    return error instanceof AppError ? error.message : String(error);
  }
}
