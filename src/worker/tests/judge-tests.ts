import { AppError } from '@/base/errors';
import { hashText } from '@/base/hash';
import { buildRecordingPath } from '@/cases/build-kept-test';
import { cleanCaseRuns } from '@/cases/case-store';
import { compareWithRecording } from '@/cases/compare-recording';
import { listUnpricedModels } from '@/cases/estimate-cases';
import { computeAgreement, readLabels } from '@/cases/judge/judge-labels';
import { explainForbidden, type LiveAct, listLiveActs } from '@/cases/live-acts';
import { closeCase, listCaseJudgements, listSamples, type OpenCase, type OpenSample } from '@/cases/open-case';
import { askSamples, leaveSample, runKeptCases } from '@/cases/run-cases';
import { createTestBudget } from '@/cases/test-budget';
import {
  type Cohort,
  formatHtmlReport,
  formatJsonReport,
  formatJUnitReport,
  formatMarkdownReport,
} from '@/cases/test-report';
import { normalizeFilePath } from '@/workflow/file-path';
import { labelsPath } from '@/workflow/test-files';
import type { ComparedTask, JudgedCase, ReportForm, TestsApi } from '../border/tests-api';
import { nameAskingLock, removeCaseRuns } from './case-runs';
import { keepLastResults, readLastResults } from './last-results';
import { type JudgingWorld, openTests } from './open-tests';
import { joinStoredTests } from './stored-tests';

/** So many cases are asked at once. */
const jobs = 4;
/** The most characters of a result that are shown beside that of the recording. */
const mostShown = 20_000;

const formatReports: Readonly<Record<ReportForm, (cohort: Cohort) => string>> = {
  html: (cohort) => formatHtmlReport(cohort),
  markdown: (cohort) => formatMarkdownReport(cohort, []),
  json: formatJsonReport,
  junit: formatJUnitReport,
};

/** Judges tests, asks them and opens their cases, as {@link TestsApi} says. `record` gives the recording of a run. */
export function createTestsRunner(
  world: JudgingWorld,
  record: TestsApi['record'],
): Pick<TestsApi, 'join' | 'last' | 'judge' | 'tryKept' | 'ask' | 'report' | 'open'> {
  const { catalogue, caseRuns, locks } = world;
  // Where it cannot be kept, what a case says now is worth no less.
  const keepResults = (workflowId: string, open: readonly OpenCase[]) =>
    keepLastResults(caseRuns.settings, workflowId, open, world.clock.now()).catch(() => {});
  return {
    judge: async (workflowId, document, onCase, signal) => {
      const { open, warnings, run, estimate } = await openTests(world, workflowId, document);
      const runKept = run();
      const asking = [];
      for (const one of open) {
        if (signal.aborted) break;
        asking.push(...(await runKeptCases([one], 1, runKept)));
        onCase(describeCase(one));
      }
      if (!signal.aborted) await keepResults(workflowId, open);
      const costUsd = asking.length === 0 ? 0 : await estimate(asking);
      return { asking: [...new Set(asking.map(([{ found }]) => found.id))], costUsd, warnings };
    },
    join: (workflowId, document) => joinStoredTests(world.stores.files, workflowId, document, world.known()),
    last: (workflowId) => readLastResults(caseRuns.settings, workflowId),
    tryKept: async (workflowId, document, { id, test }, executionId) => {
      const added = { id, test, path: buildRecordingPath(id), recording: await record(executionId) };
      const { open, run } = await openTests(world, workflowId, document, new Set([id]), added);
      const [one] = open;
      if (one === undefined) throw new AppError('VALIDATION_ERROR', `There is no test ${id}.`);
      await runKeptCases(open, 1, run());
      return describeCase(one);
    },
    ask: async (workflowId, document, { ids, maxUsd, isAnew, allowed }, onCase, signal) => {
      const lock = await locks.hold(nameAskingLock(workflowId));
      if (!lock.ok) {
        throw new AppError('VALIDATION_ERROR', 'Another tab asks the tests of this workflow.', {
          advice: 'Wait until it has ended, or stop it there.',
        });
      }
      const { lost } = lock.value;
      try {
        const { open, run } = await openTests(world, workflowId, document, new Set(ids));
        const reuse = isAnew ? { mode: 'never' as const, anew: Object.keys(document.tasks) } : undefined;
        // What is kept runs first: an answer that came meanwhile is not asked again.
        const lacking = await runKeptCases(open, 1, run(), () => signal.aborted);
        const wished = isAnew ? listSamples(open.filter(({ prepared }) => prepared !== undefined)) : lacking;
        const isAllowed = ({ key }: LiveAct) => allowed.includes(key);
        const asking = wished.filter((sample) => !leaveForbidden(sample, isAllowed, world, workflowId));
        const unpriced = maxUsd === undefined ? [] : listUnpricedModels(asking, await catalogue());
        if (unpriced.length > 0) {
          throw new AppError('VALIDATION_ERROR', `The price of ${unpriced.join(', ')} is not known.`, {
            advice: 'Say it under Models, or leave the budget empty.',
          });
        }
        const budget = createTestBudget(maxUsd);
        if (signal.aborted || lost.aborted) budget.pause();
        for (const one of [signal, lost]) one.addEventListener('abort', () => budget.pause(), { once: true });
        const waiting = new Set(asking.map(([one]) => one));
        for (const one of open) if (!waiting.has(one)) onCase(describeCase(one));
        await askSamples(asking, {
          jobs,
          budget,
          run: run({ reuse, isAllowed }),
          onRan: (one) => onCase(describeCase(one)),
        });
        await cleanCaseRuns(caseRuns);
        // The workflow was removed while calls were in flight.
        if (lost.aborted) await removeCaseRuns(caseRuns, workflowId);
        else await keepResults(workflowId, open);
        return { spentUsd: budget.spent, isPaused: budget.isPaused };
      } finally {
        lock.value.release();
      }
    },
    report: async (workflowId, document, { form, file, text }) => {
      const started = performance.now();
      const { open, run } = await openTests(world, workflowId, document);
      await runKeptCases(open, 1, run());
      const cases = open.map(closeCase);
      const labels = await world.stores.files.read(workflowId, normalizeFilePath(labelsPath));
      return formatReports[form]({
        ...{ id: world.newRunId(world.clock.now()), file, hash: hashText(text), cases },
        ...{ ms: performance.now() - started, costUsd: 0, isPaused: false },
        agreements: computeAgreement(listCaseJudgements(cases), readLabels(new TextDecoder().decode(labels))),
      });
    },
    open: async (workflowId, document, { id, repeat, run: asked }) => {
      const { open, run, estimate, openRecording } = await openTests(world, workflowId, document, new Set([id]));
      const [one] = open;
      if (one === undefined) throw new AppError('VALIDATION_ERROR', `There is no case ${id}.`);
      if (one.problem !== undefined) throw new AppError('VALIDATION_ERROR', one.problem);
      const isStored = asked !== undefined && (await caseRuns.executions.get(asked)) !== undefined;
      const executionId = isStored ? asked : (await run({ keep: caseRuns })(one, repeat))?.run;
      if (executionId === undefined) throw new AppError('VALIDATION_ERROR', `The run of ${id} cannot be shown.`);
      await cleanCaseRuns(caseRuns);
      const tasks = await compareWithRecording(
        await caseRuns.events.read(executionId),
        (ref) => caseRuns.blobs.get(executionId, ref),
        await openRecording(one),
      );
      const anewUsd = await estimate(listSamples([one]));
      return { run: executionId, tasks: tasks.map(shortenTask), anewUsd };
    },
  };
}

/**
 * Notes of a repeat why it is not run, if it would do what nobody allowed. Error `KEY_NEEDED` if a person still has to
 * allow its secrets.
 */
function leaveForbidden(
  sample: OpenSample,
  isAllowed: (act: LiveAct) => boolean,
  { refusal }: Pick<JudgingWorld, 'refusal'>,
  workflowId: string,
): boolean {
  const [{ prepared }] = sample;
  if (prepared === undefined || listLiveActs(prepared).length === 0) return false;
  const forbidden = explainForbidden(prepared, isAllowed);
  const refused = forbidden === undefined ? refusal(prepared.plan, workflowId) : undefined;
  if (refused?.code === 'KEY_NEEDED') throw refused;
  const why = forbidden ?? (refused && [refused.message, refused.advice].filter(Boolean).join(' '));
  if (why !== undefined) leaveSample(sample, why);
  return why !== undefined;
}

function shortenTask({ taskPath, now, recorded, last }: ComparedTask): ComparedTask {
  return {
    ...{ taskPath, now: now.slice(0, mostShown), recorded: recorded?.slice(0, mostShown) },
    ...(last !== undefined && { last: last.slice(0, mostShown) }),
    ...((last ?? now).length > mostShown && { isShortened: true }),
  };
}

/** A case as the page lists it. */
function describeCase(one: OpenCase): JudgedCase {
  const { found, samples, problem, ...verdict } = closeCase(one);
  const { id, testId, test } = found;
  const index = Math.max(
    samples.findIndex((sample) => sample?.verdict !== 'passed'),
    0,
  );
  const shown = samples[index];
  return {
    ...{ id, testId, tags: test.tags ?? [], label: test.name ?? test.description },
    ...verdict,
    results: shown?.results ?? [],
    notes: problem === undefined ? (shown?.notes ?? []) : [problem],
    isAsking: samples.some((sample) => sample?.mayAsk === true && sample.run === undefined),
    failedAt: shown?.failedAt,
    repeat: index + 1,
    acts: one.prepared === undefined ? [] : listLiveActs(one.prepared),
    run: shown?.run,
  };
}
