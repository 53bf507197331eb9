import { defined } from '@/base/defined';
import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import { createAnewRecording } from '@/engine/log/anew-recording';
import { layerRecordings } from '@/engine/log/layered-recording';
import { walkPlannedTasks } from '@/engine/log/planned-tasks';
import type { Recording } from '@/engine/log/recording';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import { isWishedAnew } from '@/host/asked-anew';
import { readForkRecording } from '@/host/recording-of-fork';
import type { Plan, PlannedReuse } from '@/plan/plan';
import type { RunEvent } from '@/run/events';
import { type JournalPath, parsePathSteps } from '@/run/journal-path';
import { readRunIdTime } from '@/run/run-id-form';
import { isBuiltinTool } from '@/workflow/builtin-names';
import { isJudgedType } from '@/workflow/expectation-types';
import { createToolMocks } from './answer-tools';
import type { CaseRuns } from './case-store';
import { computeSampleVerdict, type SampleVerdict } from './case-verdict';
import type { CaseWorld } from './case-world';
import { compareWithRecording, findFailedTask } from './compare-recording';
import { evaluateExpectation } from './evaluate-expectation';
import { decideItem, type EvaluatedExpectation, shorten } from './evaluated-item';
import { type JudgedSample, judgeSample } from './judge/judge-sample';
import { findActKind, isKindAllowed, type LiveAct, listLiveActs } from './live-acts';
import type { PreparedCase } from './prepare-case';
import { createClosedTools, runCasePart } from './run-case-part';
import { listDone } from './run-evidence';
import { SampleCalls } from './sample-calls';
import type { TestBudget } from './test-budget';

/** One repeat of a case, run and judged. */
export interface RanSample extends SampleVerdict {
  readonly results: readonly EvaluatedExpectation[];
  /** Why it is held, or in error; empty: it is neither. */
  readonly notes: readonly string[];
  /** Calls that were made, those of its judge among them. */
  readonly asked: number;
  /** Whether something was missing that may be asked: a model. */
  readonly mayAsk: boolean;
  /** Whether it was ended because the tests are paused. */
  readonly isCut: boolean;
  /** Whether its run came to its end, and everything that it called was answered. */
  readonly isComplete: boolean;
  /** USD of its run, without its judge. */
  readonly costUsd: number | null;
  readonly tokens: number;
  readonly ms: number;
  /** Id of its run; undefined: nothing was asked, so none is kept. */
  readonly run: string | undefined;
  /** Runs of cases that answered its calls. */
  readonly answeredBy: readonly string[];
  /** Task paths of the tasks that completed. */
  readonly done: ReadonlySet<string>;
  /** Path of the task where it went wrong first; undefined: nowhere, or the run gave nothing. */
  readonly failedAt: string | undefined;
  /** What its judge was asked; undefined: no model judged it. */
  readonly judge: JudgedSample['calls'] | undefined;
}

/** Which repeat of a case runs, and what answers it besides the runs before. */
export interface SampleOptions {
  /** From 1. */
  readonly repeat: number;
  /** The recording that the case names. */
  readonly recording: Recording | undefined;
  /** Which answers are taken; undefined: all. */
  readonly reuse: PlannedReuse | undefined;
  /** Left out: no model is asked, and the first call that nothing answers ends the run. */
  readonly budget?: TestBudget;
  /** Where a run that asks nothing is stored, to be looked at; left out: nowhere. */
  readonly keep?: CaseRuns;
}

/** Runs one repeat of a case, and judges it. Nothing outside is reached but by what the world has. */
export async function runSample(
  { found, plan: planned, variables }: PreparedCase,
  world: CaseWorld,
  { repeat, recording: named, reuse, budget, keep }: SampleOptions,
): Promise<RanSample> {
  const started = performance.now();
  const { store } = world;
  const isLive = found.test.tools === 'live';
  const plan = { ...planned, ...defined({ reuse }) };
  const name = store.nameRuns(found.id, repeat);
  // What tools and scripts did for real is taken from the last run of the case, as from any run that is continued.
  const forkedFrom = isLive ? await store.findLast(name) : undefined;
  const askAnew = (one: Recording | undefined) =>
    one === undefined || plan.reuse?.anew === undefined
      ? one
      : createAnewRecording(one, (path) => isWishedAnew(plan, path) && (isLive || !isPerformed(path)));
  // What a tool did in the cohort that goes on, it does not do again. The time in an id has no ms.
  const madeAt = forkedFrom === undefined ? undefined : readRunIdTime(forkedFrom.executionId);
  const isOfCohort = madeAt !== undefined && madeAt + 999 >= (reuse?.anewSince ?? Number.POSITIVE_INFINITY);
  let recording: Recording | undefined;
  const stop = new AbortController();
  const calls = new SampleCalls(world, budget, () => stop.abort());
  const mocks = createToolMocks(found.test.mock?.tools);
  const acts = listLiveActs({ found, plan: planned });
  const means = { tool: world.openTools, script: world.scripts };
  // Without a budget nothing is performed, allowed or not: that is looked at first.
  const isOpen = (kind: LiveAct['kind']) =>
    isLive && budget !== undefined && isKindAllowed(kind, acts, world.isAllowed) && means[kind] !== undefined;
  const refuse = (what: string) => calls.miss(`${what}; only a test with tools: live does that, if you allow it.`);
  const tools = (isOpen('tool') ? world.openTools?.() : undefined) ?? createClosedTools(refuse);
  const scripts: ScriptRunner = (isOpen('script') ? world.scripts : undefined) ?? {
    run: ({ content }) => {
      calls.mayAsk ||= isLive && world.scripts !== undefined;
      const start = shorten(content.trim().split('\n')[0] ?? '', 60);
      return Promise.reject(calls.miss(`A script would run (${start}), and nothing answers it.`));
    },
  };
  const answerTool = async (tool: string, args: JsonObject) => {
    const call = `${tool} was called with ${shorten(encodeJson(args), 120)}`;
    if (mocks.has(tool)) {
      const answer = mocks.answer(tool, args);
      if (answer !== undefined) return answer;
      throw calls.miss(`${call}; no mock has these arguments.`);
    }
    if (isBuiltinTool(tool)) return undefined;
    const kind = findActKind(tool, acts);
    if (kind !== undefined && isOpen(kind)) return undefined;
    if (kind !== undefined && budget === undefined) calls.mayAsk ||= means[kind] !== undefined;
    throw calls.miss(`${call}; ${recording !== undefined ? 'the recording has no such call' : 'nothing answers it'}.`);
  };
  const ran = await runCasePart(
    {
      ...{ plan, repeat, isKept: budget !== undefined, storedIn: keep, signal: stop.signal, forkedFrom },
      // What only is looked at may have ended early, so nothing goes on from it.
      name: budget === undefined ? `${name}, looked at` : name,
      ...{ models: calls.models, scripts, tools, answerTool },
      person: {
        ask: async (_run, { text }) => Promise.reject(calls.miss(`A person would be asked: ${shorten(text, 80)}`)),
      },
      openRecording: async (execution) => {
        const last = forkedFrom && (await readForkRecording(store.runs, execution));
        const layers = [isOfCohort ? last : askAnew(last), askAnew(named)];
        recording = layerRecordings(layers.filter((one) => one !== undefined));
        return recording;
      },
    },
    world,
  );
  await tools.close();
  const { evidence } = ran;
  const isHeld = calls.missing.length > 0;
  const broken = ran.failure ?? findBreak(ran.events);
  const isOver = !isHeld && broken === undefined;
  const wanted = found.test.expect ?? [];
  const isStatusWanted = wanted.some(({ type }) => /(^|:|-)(step-)?status$/.test(type));
  const isJudged = isOver && (isStatusWanted || evidence.status === 'COMPLETE');
  const names = { row: found.row, variables };
  const judged = isJudged
    ? await judgeSample({ test: found.test, plan, evidence, names, name: `${name}/judge` }, world, budget)
    : undefined;
  const results: EvaluatedExpectation[] = [];
  if (isOver) {
    for (const one of wanted) {
      const item = judged?.items.get(one);
      if (item !== undefined) results.push({ expectation: one, ...item });
      else if (isJudgedType(one.type) && !isJudged) results.push({ expectation: one, ...unjudged });
      else results.push(await evaluateExpectation(one, evidence, names, world.sandbox));
    }
    // A run that failed is no success, unless a test says so.
    if (!isStatusWanted && evidence.status !== 'COMPLETE') {
      results.push(await evaluateExpectation({ type: 'status', value: 'COMPLETE' }, evidence, names));
    }
  }
  const { threshold } = found.test;
  const verdict = computeSampleVerdict(results, {
    ...(threshold === undefined ? {} : { threshold }),
    isHeld,
    isError: !isHeld && broken !== undefined,
  });
  const isPassed = verdict.verdict === 'passed';
  world.hearSample?.({ caseId: found.id, repeat, isPassed, runId: ran.runId, journal: ran.journal });
  const { calls: judge } = judged ?? {};
  const from = [...ran.answeredBy, ...(judged?.runs ?? [])];
  return {
    ...verdict,
    results,
    notes: isHeld ? [...new Set(calls.missing)] : broken === undefined ? [] : [broken],
    asked: calls.asked + (judge?.asked ?? 0),
    mayAsk: calls.mayAsk || (judge?.missing ?? 0) > 0,
    isCut: calls.isCut || judged?.isCut === true,
    isComplete: isOver && evidence.status === 'COMPLETE',
    costUsd: evidence.costUsd,
    tokens: evidence.tokens,
    ms: performance.now() - started,
    run: budget === undefined && keep === undefined ? undefined : ran.runId,
    answeredBy: forkedFrom === undefined ? from : [...from, forkedFrom.executionId],
    done: listDone(evidence),
    judge,
    failedAt:
      verdict.verdict === 'failed' || verdict.verdict === 'error'
        ? findFailedTask(
            await compareWithRecording(ran.events, (ref) => ran.journal.blobs.get(ran.runId, ref), named),
            results,
          )
        : undefined,
  };
}

/** What a tool or a script did is not made anew with what a model says: only a test with `tools: live` performs it. */
function isPerformed(path: JournalPath): boolean {
  const kind = parsePathSteps(path).at(-1)?.kind;
  return kind === 'tool' || kind === 'script';
}

/** Of a run that came to no result no model is asked what it thinks. */
const unjudged = decideItem(false, 'The run did not complete, so no model judged it.', '');

/**
 * Runs one repeat of a case with nothing but what is kept. Tokens are bounded first, which needs no table of tokens:
 * where every call was answered, the requests are those of a run that counted. Else it runs again and counts.
 */
export async function runKeptSample(
  prepared: PreparedCase,
  world: CaseWorld,
  options: Omit<SampleOptions, 'budget'>,
): Promise<RanSample> {
  if (!isCompacting(prepared.plan)) {
    const ran = await runSample(prepared, { ...world, tokens: world.tokenBounds }, options);
    if (ran.isComplete) return ran;
  }
  return runSample(prepared, world, options);
}

/** Whether what a run asks hangs on how long its chats are. */
function isCompacting(plan: Plan): boolean {
  const { compaction, keepsHistory, pruneHooks } = plan;
  if (compaction !== undefined || keepsHistory || pruneHooks.length > 0) return true;
  return [...walkPlannedTasks(plan)].some(([, task]) => 'compaction' in task && task.compaction !== undefined);
}

/** Why a run says nothing about the workflow: a provider failed, or a limit of the case was reached. */
function findBreak(events: readonly RunEvent[]): string | undefined {
  const failed = events.find(
    ({ kind, error }) =>
      kind === 'task.failed' && (error?.code === 'PROVIDER_ERROR' || error?.code === 'RESOURCE_EXHAUSTION'),
  );
  return events.some(({ kind }) => kind === 'run.failed') ? failed?.error?.message : undefined;
}
