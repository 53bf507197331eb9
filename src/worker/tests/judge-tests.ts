import { AppError } from '@/base/errors';
import { computeCaseVerdict } from '@/cases/case-verdict';
import type { CaseWorld } from '@/cases/case-world';
import { findCases } from '@/cases/find-cases';
import { type PreparedCase, prepareCase } from '@/cases/prepare-case';
import { type RanSample, runKeptSample } from '@/cases/run-case';
import type { Recording } from '@/engine/log/recording';
import { CallBook } from '@/host/call-book';
import { hideFiles } from '@/host/hide-files';
import { readRecordedPages } from '@/host/read-recorded-pages';
import { createWorkflowFiles } from '@/storage/files-of';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import type { Stores } from '@/storage/stores';
import type { WorkflowDocument } from '@/workflow/document';
import { listTestFiles } from '@/workflow/test-files';
import { findTestFile } from '@/workflow/validate/check-tests';
import type { JudgedCase, TestsApi } from '../border/tests-api';

/** What the tests of a page are judged with. */
export interface JudgingWorld
  extends Pick<CaseWorld, 'clock' | 'catalogue' | 'tokens' | 'tokenBounds' | 'models' | 'sandbox'> {
  readonly stores: Stores;
  readonly newId: () => string;
  /** Ids of the providers that the person added. */
  readonly known: () => readonly string[];
  readonly addressOf: (provider: string) => string | undefined;
}

type Found = PreparedCase['found'];

/** Judges tests by what is kept, as {@link TestsApi.judge} says. */
export function createTestsRunner(world: JudgingWorld): TestsApi['judge'] {
  const { stores, newId, known, addressOf, ...shared } = world;
  return async (workflowId, document, onCase, signal) => {
    const { files } = stores;
    const readFile = async (path: string) => {
      const bytes = await files.read(workflowId, `/${path}`);
      return bytes && new TextDecoder().decode(bytes);
    };
    const found = await findCases(document, readFile);
    if (!found.ok) throw new AppError('VALIDATION_ERROR', found.error.join(' '));
    const book = new CallBook({ stores, clock: world.clock, reuse: 'all', addressOf });
    const cases: CaseWorld = {
      ...shared,
      newRunId: newId,
      files: hideFiles(createWorkflowFiles(files, workflowId), listTestFiles(document)),
      ...{ scripts: undefined, tools: undefined, secretOf: () => undefined },
      store: {
        // Nothing is asked, so no run is kept.
        runs: createRunJournal(),
        nameRuns: (id, repeat) => `${workflowId}/${id}@${repeat}`,
        findLast: async () => undefined,
        openCalls: (run) => book.open(run),
        measure: async () => ({ tasks: new Map(), judgement: undefined }),
      },
    };
    for (const one of found.value.cases) {
      if (signal.aborted) return;
      const judged = await judgeCase(document, one, cases, known(), (path) => files.read(workflowId, `/${path}`));
      onCase(judged);
    }
  };
}

async function judgeCase(
  document: WorkflowDocument,
  found: Found,
  world: CaseWorld,
  known: readonly string[],
  readBytes: (path: string) => Promise<Uint8Array | undefined>,
): Promise<JudgedCase> {
  const { id, testId, test } = found;
  const named = { id, testId, tags: test.tags ?? [] };
  const refuse = (problem: string): JudgedCase => ({
    ...named,
    ...{ verdict: 'error', passed: 0, of: 0, score: 0, isThrough: false },
    ...{ results: [], notes: [problem], isAsking: false },
  });
  const prepared = prepareCase(document, found, known);
  if (!prepared.ok) return refuse(prepared.error);
  const recording = await openRecording(found, readBytes).catch((error: unknown) =>
    error instanceof AppError ? error.message : String(error),
  );
  if (typeof recording === 'string') return refuse(`${test.recording}: ${recording}`);
  const samples: RanSample[] = [];
  for (let repeat = 1; repeat <= (test.repeat ?? 1); repeat += 1) {
    samples.push(
      await runKeptSample(prepared.value, world, { repeat, recording: await recording?.(), reuse: undefined }),
    );
  }
  const shown = samples.find(({ verdict }) => verdict !== 'passed') ?? samples[0];
  return {
    ...named,
    ...computeCaseVerdict(samples, test.passRate),
    results: shown?.results ?? [],
    notes: shown?.notes ?? [],
    isAsking: samples.some(({ mayAsk }) => mayAsk),
  };
}

/** The recording that a case names, anew for each repeat; a text: why it cannot answer. */
async function openRecording(
  { test }: Found,
  readBytes: (path: string) => Promise<Uint8Array | undefined>,
): Promise<(() => Promise<Recording>) | string | undefined> {
  const path = test.recording === undefined ? undefined : findTestFile(test.recording);
  if (path === undefined) return undefined;
  const bytes = await readBytes(path);
  if (bytes === undefined) return 'There is no such file of the workflow. Add it under Files, or remove the field.';
  async function* listPages() {
    yield bytes as Uint8Array;
  }
  const read = await readRecordedPages(path, listPages());
  if (!read.ok) return read.error;
  return (await read.value()).lastSeq === 0 ? 'It has no event of a run.' : read.value;
}
