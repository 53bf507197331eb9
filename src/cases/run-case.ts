import { defined } from '@/base/defined';
import { AppError } from '@/base/errors';
import type { JsonObject } from '@/base/json';
import { encodeJson } from '@/base/json-text';
import type { EngineDeps } from '@/engine/deps';
import { RequestCounter } from '@/engine/handler/request-counter';
import { createAnewRecording } from '@/engine/log/anew-recording';
import { layerRecordings } from '@/engine/log/layered-recording';
import { walkPlannedTasks } from '@/engine/log/planned-tasks';
import type { Recording } from '@/engine/log/recording';
import type { Files } from '@/engine/ports/files';
import type { Clock } from '@/engine/ports/machine';
import type { ModelClient, ModelReply } from '@/engine/ports/model-client';
import type { ScriptRunner } from '@/engine/ports/script-runner';
import type { ToolClient } from '@/engine/ports/tool-client';
import { runPlan } from '@/engine/run-plan';
import { isWishedAnew } from '@/host/asked-anew';
import { createScratchFiles } from '@/host/dry-run/scratch-files';
import { createRunRecord } from '@/host/new-run';
import { readForkRecording } from '@/host/recording-of-fork';
import type { PricedTokens } from '@/plan/model-facts';
import type { Plan, PlannedReuse } from '@/plan/plan';
import { isSimulated } from '@/plan/simulated-only';
import type { RunEvent } from '@/run/events';
import { readRunIdTime } from '@/run/run-id-form';
import { createRunJournal } from '@/storage/memory/create-run-journal';
import { isBuiltinTool } from '@/workflow/builtin-names';
import { createToolMocks } from './answer-tools';
import type { CaseStore } from './case-store';
import { computeSampleVerdict, type SampleVerdict } from './case-verdict';
import { evaluateExpectation } from './evaluate-expectation';
import { type EvaluatedExpectation, shorten } from './evaluated-item';
import type { PreparedCase } from './prepare-case';
import { readRunEvidence } from './run-evidence';
import type { TestBudget } from './test-budget';

/** What runs of cases share. */
export interface CaseWorld {
  readonly clock: Clock;
  /** A new id for a run that began at a time, in ms since 1970. */
  readonly newRunId: (now: number) => string;
  readonly catalogue: EngineDeps['catalogue'];
  readonly tokens: EngineDeps['tokens'];
  /** Bounds of the same counts, which need no table. */
  readonly tokenBounds: EngineDeps['tokens'];
  readonly models: ModelClient;
  /** The files of the workflow, without those that tests name. */
  readonly files: Files;
  /** Scripts and tools of this machine, each only if the person allows it; undefined: not. */
  readonly scripts: ScriptRunner | undefined;
  readonly tools: ToolClient | undefined;
  /** Sandbox of expectations in JavaScript. */
  readonly sandbox: ScriptRunner | undefined;
  readonly secretOf: EngineDeps['secretOf'];
  /** The runs of cases, and what answers their calls. */
  readonly store: CaseStore;
}

/** One repeat of a case, run and judged. */
export interface RanSample extends SampleVerdict {
  readonly results: readonly EvaluatedExpectation[];
  /** Why it is held, or in error; empty: it is neither. */
  readonly notes: readonly string[];
  /** Calls that were made. */
  readonly asked: number;
  /** Whether something was missing that may be asked: a model. */
  readonly mayAsk: boolean;
  /** Whether it was ended because the tests are paused. */
  readonly isCut: boolean;
  /** Whether its run came to its end, and everything that it called was answered. */
  readonly isComplete: boolean;
  readonly costUsd: number | null;
  readonly tokens: number;
  readonly ms: number;
  /** Id of its run; undefined: nothing was asked, so none is kept. */
  readonly run: string | undefined;
  /** Runs of cases that answered its calls. */
  readonly answeredBy: readonly string[];
}

/** Which repeat of a case runs, and what answers it besides the runs before. */
export interface SampleOptions {
  /** From 1. */
  readonly repeat: number;
  /** The recording that the case names. */
  readonly recording: Recording | undefined;
  /** Which answers are taken; undefined: all. */
  readonly reuse: PlannedReuse | undefined;
  /** Left out: no model is asked, and the first call that nothing answers ends the run, of which nothing is kept. */
  readonly budget?: TestBudget;
}

/** Runs one repeat of a case, and judges it. Nothing outside is reached but by what the world has. */
export async function runSample(
  { found, plan: planned, variables }: PreparedCase,
  world: CaseWorld,
  { repeat, recording: named, reuse, budget }: SampleOptions,
): Promise<RanSample> {
  const started = performance.now();
  const { store, clock } = world;
  const isLive = found.test.tools === 'live';
  const plan = { ...planned, ...defined({ reuse }) };
  const runId = world.newRunId(clock.now());
  const workflowId = store.nameRuns(found.id, repeat);
  // What tools and scripts did for real is taken from the last run of the case, as from any run that is continued.
  const forkedFrom = isLive ? await store.findLast(workflowId) : undefined;
  const execution = createRunRecord({ id: runId, workflowId, plan, now: clock.now(), forkedFrom });
  const journal = budget === undefined ? createRunJournal() : store.runs;
  await journal.executions.create(execution);
  const hold = await journal.locks.hold(runId);
  const answeredBy = new Set<string>();
  const calls = store.openCalls(execution, repeat, (run) => answeredBy.add(run));
  const last = forkedFrom && (await readForkRecording(store.runs, execution));
  if (forkedFrom !== undefined) answeredBy.add(forkedFrom.executionId);
  const askAnew = (one: Recording | undefined) =>
    one === undefined || plan.reuse?.anew === undefined
      ? one
      : createAnewRecording(one, (path) => isWishedAnew(plan, path));
  // What a tool did in the cohort that goes on, it does not do again. The time in an id has no ms.
  const madeAt = forkedFrom === undefined ? undefined : readRunIdTime(forkedFrom.executionId);
  const isOfCohort = madeAt !== undefined && madeAt + 999 >= (reuse?.anewSince ?? Number.POSITIVE_INFINITY);
  const layers = [isOfCohort ? last : askAnew(last), askAnew(named)];
  const recording = layerRecordings(layers.filter((one) => one !== undefined));
  const stop = new AbortController();
  const missing: string[] = [];
  let mayAsk = false;
  let asked = 0;
  let isCut = false;
  const miss = (what: string): AppError => {
    missing.push(what);
    stop.abort();
    return new AppError('TASK_FAILURE', what, { details: { reason: 'held' } });
  };
  const mocks = createToolMocks(found.test.mock?.tools);
  const models: ModelClient = {
    generate: async (request, follower) => {
      // A simulated model asks nobody: what it says is made here each time.
      if (isSimulated(request.model)) return world.models.generate(request, follower);
      if (budget === undefined) {
        mayAsk = true;
        throw miss(`${request.model.provider}:${request.model.model} would be asked.`);
      }
      const { model } = request;
      const catalogue = await world.catalogue();
      const costOf = (tokens: PricedTokens) => catalogue.costOf(model, tokens);
      const counter = new RequestCounter(await world.tokens([model]), model, catalogue.factsOf(model));
      const call = () => {
        asked += 1;
        return world.models.generate(request, follower);
      };
      const most = computeHighestCost(counter.request(request), request.maxOutputTokens, costOf);
      const price = ({ inputTokens, outputTokens, ...more }: ModelReply) =>
        inputTokens === null || outputTokens === null ? undefined : costOf({ inputTokens, outputTokens, ...more });
      return budget.spend(most, follower, call, price).catch((error: unknown) => {
        // Not the limit of the case: the run must not try again.
        if (budget.isPaused && error instanceof AppError && error.code === 'RESOURCE_EXHAUSTION') {
          isCut = true;
          throw miss(error.message);
        }
        throw error;
      });
    },
    keyState: (provider) => {
      if (budget === undefined) return 'ready';
      if (world.models.keyState(provider) === 'ready') return 'ready';
      throw miss(`There is no key for ${provider}.`);
    },
    whenReady: async () => {},
  };
  const closed = (what: string) => Promise.reject(miss(`${what}, and --allow-tools with tools: live is not given.`));
  const tools: ToolClient =
    isLive && world.tools !== undefined && budget !== undefined
      ? world.tools
      : {
          http: ({ url }) => closed(`A request would go to ${new URL(url).origin}`),
          mcpTools: async () => ({ tools: [], problems: [] }),
          mcpCall: (_server, tool) => closed(`The tool ${tool} would be called`),
          mcpResources: async () => ({ resources: [], templates: [], problems: [] }),
          mcpRead: () => closed('A resource would be read'),
          close: async () => {},
        };
  const scripts: ScriptRunner =
    isLive && world.scripts !== undefined && budget !== undefined
      ? world.scripts
      : {
          run: ({ content }) => {
            mayAsk ||= isLive && world.scripts !== undefined;
            return Promise.reject(
              miss(`A script would run (${shorten(content.trim().split('\n')[0] ?? '', 60)}), and nothing answers it.`),
            );
          },
        };
  const answerTool = async (name: string, args: JsonObject) => {
    if (mocks.has(name)) {
      const answer = mocks.answer(name, args);
      if (answer !== undefined) return answer;
      throw miss(`${name} was called with ${shorten(encodeJson(args), 120)}; no mock has these arguments.`);
    }
    if (isBuiltinTool(name)) return undefined;
    if (isLive && world.tools !== undefined) {
      if (budget !== undefined) return undefined;
      mayAsk = true;
    }
    const what = recording !== undefined ? 'the recording has no such call' : 'nothing answers it';
    throw miss(`${name} was called with ${shorten(encodeJson(args), 120)}; ${what}.`);
  };
  let failure: string | undefined;
  try {
    await runPlan({
      executionId: runId,
      workflowId,
      plan,
      deps: {
        events: journal.events,
        blobs: journal.blobs,
        checkpoints: journal.checkpoints,
        answers: calls.answers,
        models,
        scripts,
        tools,
        answerTool,
        files: createScratchFiles(world.files),
        person: {
          ask: async (_run, { text }) => Promise.reject(miss(`A person would be asked: ${shorten(text, 80)}`)),
        },
        secretOf: world.secretOf,
        clock,
        random: Math.random,
        catalogue: world.catalogue,
        tokens: world.tokens,
      },
      signal: stop.signal,
      onEvents: (events) => {
        if (budget !== undefined) calls.follow(events);
      },
      onDelta: () => {},
      ...defined({ recording, forkedFrom }),
    });
  } catch (error) {
    failure = error instanceof Error ? error.message : String(error);
  }
  // What is not in the index yet is found in the log later.
  if (budget !== undefined) await calls.close().catch(() => undefined);
  const events = await journal.events.read(runId);
  const evidence = await readRunEvidence(plan, events, async (ref) => journal.blobs.get(runId, ref));
  if (hold.ok) hold.value.release();
  const isHeld = missing.length > 0;
  const broken = failure ?? findBreak(events);
  const names = { row: found.row, variables };
  const wanted = found.test.expect ?? [];
  const results: EvaluatedExpectation[] = [];
  if (!isHeld && broken === undefined) {
    for (const one of wanted) results.push(await evaluateExpectation(one, evidence, names, world.sandbox));
    const isStatusWanted = wanted.some(({ type }) => /(^|:|-)(step-)?status$/.test(type));
    // A run that failed is no success, unless a test says so.
    if (!isStatusWanted && evidence.status !== 'COMPLETE') {
      results.push(await evaluateExpectation({ type: 'status', value: 'COMPLETE' }, evidence, names));
    }
  }
  const { threshold } = found.test;
  const judged = computeSampleVerdict(results, {
    ...(threshold === undefined ? {} : { threshold }),
    isHeld,
    isError: !isHeld && broken !== undefined,
  });
  return {
    ...judged,
    results,
    notes: isHeld ? [...new Set(missing)] : broken === undefined ? [] : [broken],
    asked,
    mayAsk,
    isCut,
    isComplete: !isHeld && broken === undefined && evidence.status === 'COMPLETE',
    costUsd: evidence.costUsd,
    tokens: evidence.tokens,
    ms: performance.now() - started,
    run: budget === undefined ? undefined : runId,
    answeredBy: [...answeredBy],
  };
}

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

/** The most USD that a call may cost, also if all of it is written into a cache; 0 where no price is known. */
function computeHighestCost(
  inputTokens: number,
  outputTokens: number,
  costOf: (tokens: PricedTokens) => number | undefined,
): number {
  const costs = [0, inputTokens].map((cacheWriteTokens) => costOf({ inputTokens, outputTokens, cacheWriteTokens }));
  return Math.max(...costs.map((cost) => cost ?? 0));
}

/** Why a run says nothing about the workflow: a provider failed, or a limit of the case was reached. */
function findBreak(events: readonly RunEvent[]): string | undefined {
  const failed = events.find(
    ({ kind, error }) =>
      kind === 'task.failed' && (error?.code === 'PROVIDER_ERROR' || error?.code === 'RESOURCE_EXHAUSTION'),
  );
  return events.some(({ kind }) => kind === 'run.failed') ? failed?.error?.message : undefined;
}
